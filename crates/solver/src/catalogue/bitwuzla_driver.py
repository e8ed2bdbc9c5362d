"""Makes the bitwuzla Python module behave like an SMT-LIB executable that serves many scripts.

A script is what arrives up to one of

    (reset)                 the next script gets a fresh solver
    (echo "smtquake…")      is echoed when everything before it has been answered
    (exit)                  or the end of the input: the driver ends

and goes to the module's parser as a whole, because the parser (0.9.1) forgets its push levels and
late options between calls. An error is printed as `(error "…")` and ends its script, as it ends
the executable; the driver itself goes on. Arguments are options: `--name=value`.

    --version        print the version and exit
    --dump-options   print the options as JSON and exit
"""

import ctypes
import json
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import bitwuzla  # noqa: E402

# What can hide a parenthesis (string, quoted symbol, comment), and the parentheses themselves. An
# unclosed string or symbol matches to the end, so that the search resumes there with more input.
TOKEN = re.compile(rb'"[^"]*"?|\|[^|]*\|?|;[^\n]*\n?|[()]')
HEAD = re.compile(rb"\(\s*([^\s()]+)")
SENTINEL = re.compile(rb'\(\s*echo\s+("smtquake[^"]*")\s*\)')
flush_c_output = ctypes.CDLL(None).fflush


def say(text):
    """Prints in order with what the solver prints through C++."""
    flush_c_output(None)
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def dump_options():
    options = bitwuzla.Options()
    records = []
    for option in bitwuzla.Option:
        info = bitwuzla.OptionInfo(options, option)
        kind = info.kind().name
        record = {"name": info.lng(), "help": info.description() or ""}
        record["aliases"] = [info.shrt()] if info.shrt() else []
        default = info.dflt()
        record["default"] = str(default).lower() if kind == "BOOL" else str(default)
        if kind == "BOOL":
            record["type"] = "bool"
        elif kind == "NUMERIC":
            record.update(type="int", min=info.min(), max=info.max())
        elif kind == "MODE":
            record.update(type="mode", values=sorted(info.modes()))
        else:
            record["type"] = "string"
        records.append(record)
    json.dump(records, sys.stdout)
    print()


def commands(stream):
    """Yields each top-level command as soon as it is complete."""
    buffer, at, start, depth = b"", 0, None, 0
    while True:
        for token in TOKEN.finditer(buffer, at):
            text = token.group()
            closed = text[:1] in b"()" or (text[:1] == b";" and text[-1:] == b"\n")
            closed = closed or (text[:1] in b'"|' and len(text) > 1 and text[-1:] == text[:1])
            if not closed:
                at = token.start()
                break
            at = token.end()
            if text == b"(":
                if depth == 0:
                    start = token.start()
                depth += 1
            elif text == b")" and depth > 0:
                depth -= 1
                if depth == 0:
                    yield buffer[start:at]
                    start = None
        else:
            at = len(buffer)
        keep = at if start is None else start
        buffer, at = buffer[keep:], at - keep
        if start is not None:
            start = 0
        chunk = stream.read1(1 << 16)
        if not chunk:
            if start is not None:
                yield buffer
            return
        buffer += chunk


def fresh(arguments):
    options = bitwuzla.Options()
    if arguments:
        options.set_args(*arguments)
    return bitwuzla.Parser(bitwuzla.TermManager(), options)


def main(arguments):
    if "--version" in arguments:
        print(bitwuzla.version())
        return 0
    if "--dump-options" in arguments:
        dump_options()
        return 0
    try:
        parser = fresh(arguments)
    except bitwuzla.BitwuzlaException as error:
        say('(error "%s")' % str(error).replace('"', '""'))
        return 1
    status, script = 0, []
    for command in commands(sys.stdin.buffer):
        head = HEAD.match(command)
        name = head.group(1) if head else b""
        marks_end = name in (b"reset", b"exit") or (name == b"echo" and SENTINEL.match(command))
        if not marks_end:
            script.append(command)
            continue
        status |= answer(parser, script)
        script = []
        if name == b"exit":
            return status
        if name == b"reset":
            # A new object, not the solver's own reset: nothing of the last script may survive.
            parser = fresh(arguments)
        else:
            say(SENTINEL.match(command).group(1).decode("latin-1"))
    return status | answer(parser, script)


def answer(parser, script):
    """Hands a script to the parser; its answers go to standard output. Returns an exit code."""
    if not script:
        return 0
    try:
        parser.parse(b"\n".join(script).decode("latin-1"), False, False)
    except Exception as error:  # noqa: BLE001: whatever the module raises is an answer
        say('(error "%s")' % str(error).replace('"', '""'))
        return 1
    flush_c_output(None)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

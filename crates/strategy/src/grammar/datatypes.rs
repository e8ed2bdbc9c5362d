//! The datatypes of a group: drawn once, declared by the scripts that use them.

use super::choices::Choices;
use super::sorts::{Kind, Sort, Sorts};

/// Datatypes of a group and their instances. A [`Kind::Data`] is the number of an instance.
#[derive(Clone, Debug, Default)]
pub(super) struct Datatypes {
    instances: Vec<Instance>,
    /// The commands that declare all of them.
    pub(super) declarations: String,
    /// Declared sorts that those name.
    pub(super) mentions: Vec<Sort>,
}

/// A datatype at certain sorts.
#[derive(Clone, Debug)]
pub(super) struct Instance {
    pub(super) sort: Sort,
    pub(super) constructors: Vec<Constructor>,
}

/// A constructor of an instance.
#[derive(Clone, Debug)]
pub(super) struct Constructor {
    /// Its name, as patterns and testers have it.
    pub(super) name: String,
    /// How it is written where nothing else tells which instance it belongs to.
    pub(super) qualified: String,
    pub(super) fields: Vec<(String, Sort)>,
}

/// Shapes of parametric datatypes: parameters, then the fields of each constructor. `0` and `1` are the parameters, `R` is
/// the datatype itself. Every constructor with fields has all parameters among them, so that its arguments tell the
/// instance; those without fields are written with `as`.
const SHAPES: &[(usize, &[&str])] = &[(1, &["", "0"]), (1, &["", "0R"]), (1, &["", "R0R"]), (2, &["01"])];

impl Datatypes {
    pub(super) fn instance(&self, number: u32) -> &Instance {
        &self.instances[number as usize]
    }

    pub(super) fn instances(&self) -> &[Instance] {
        &self.instances
    }

    /// Draws datatypes over the sorts so far, and adds them to these.
    pub(super) fn draw(sorts: &mut Sorts, parametric: bool, choices: &mut dyn Choices) -> Datatypes {
        let mut datatypes = Datatypes::default();
        let base: Vec<Sort> = sorts.all().filter(|&sort| is_field(sorts.kind(sort))).collect();
        datatypes.mentions =
            base.iter().copied().filter(|&sort| matches!(sorts.kind(sort), Kind::Declared(_))).collect();
        let mut fields = base.clone();
        if parametric && choices.chance(50) {
            fields.push(datatypes.draw_parametric(sorts, &base, choices));
        }
        datatypes.draw_plain(sorts, fields, choices);
        datatypes
    }

    /// One to three datatypes that may refer to each other.
    fn draw_plain(&mut self, sorts: &mut Sorts, base: Vec<Sort>, choices: &mut dyn Choices) {
        let first = self.instances.len();
        let count = choices.between(1, 3);
        let mut fields = base.clone();
        for number in first..first + count {
            fields.push(sorts.add(Kind::Data(number as u32)));
        }
        let (mut names, mut bodies) = (String::new(), String::new());
        for number in first..first + count {
            let sort = fields[base.len() + number - first];
            let constructors: Vec<Constructor> = (0..choices.between(1, 4))
                .map(|at| {
                    // The first constructor refers to no datatype of the command: so each of them has a value.
                    let from = if at == 0 { &base } else { &fields };
                    let least = usize::from(at > 0);
                    let drawn = (0..choices.between(least, 3)).map(|_| from[choices.below(from.len())]);
                    constructor(&format!("D{number}"), at, drawn.collect(), None)
                })
                .collect();
            names.push_str(&format!("({} 0)", sorts.text(sort)));
            bodies.push_str(&format!("({})", bodies_of(sorts, &constructors)));
            self.instances.push(Instance { sort, constructors });
        }
        self.declarations.push_str(&format!("(declare-datatypes ({names}) ({bodies}))\n"));
    }

    /// A parametric datatype and an instance of it. With two instances, Z3 does not know to which a tester belongs.
    fn draw_parametric(&mut self, sorts: &mut Sorts, base: &[Sort], choices: &mut dyn Choices) -> Sort {
        let (parameters, shape) = SHAPES[choices.below(SHAPES.len())];
        let letters = ["X", "Y"];
        let own = format!("(P0 {})", letters[..parameters].join(" "));
        let body = shape.iter().enumerate().map(|(at, fields)| {
            let fields = fields.chars().enumerate().map(|(i, field)| {
                let sort = match field {
                    '0' => "X",
                    '1' => "Y",
                    _ => &own,
                };
                format!(" (P0s{at}{i} {sort})")
            });
            format!("(P0c{at}{})", fields.collect::<String>())
        });
        self.declarations.push_str(&format!(
            "(declare-datatypes ((P0 {parameters})) ((par ({}) ({}))))\n",
            letters[..parameters].join(" "),
            body.collect::<String>()
        ));
        let args: Vec<Sort> = (0..parameters).map(|_| base[choices.below(base.len())]).collect();
        let words: Vec<&str> = args.iter().map(|&sort| sorts.text(sort)).collect();
        let text = format!("(P0 {})", words.join(" "));
        let sort = sorts.add_as(Kind::Data(self.instances.len() as u32), text.clone());
        let constructors = shape.iter().enumerate().map(|(at, fields)| {
            let fields = fields.chars().map(|field| match field {
                '0' => args[0],
                '1' => args[1],
                _ => sort,
            });
            constructor("P0", at, fields.collect(), Some(&text))
        });
        self.instances.push(Instance { sort, constructors: constructors.collect() });
        sort
    }
}

fn constructor(datatype: &str, at: usize, fields: Vec<Sort>, instance: Option<&str>) -> Constructor {
    let name = format!("{datatype}c{at}");
    let qualified = match instance {
        Some(sort) if fields.is_empty() => format!("(as {name} {sort})"),
        _ => name.clone(),
    };
    let fields = fields.into_iter().enumerate();
    Constructor { name, qualified, fields: fields.map(|(i, s)| (format!("{datatype}s{at}{i}"), s)).collect() }
}

fn bodies_of(sorts: &Sorts, constructors: &[Constructor]) -> String {
    let body = |constructor: &Constructor| {
        let fields = constructor.fields.iter().map(|(name, sort)| format!(" ({name} {})", sorts.text(*sort)));
        format!("({}{})", constructor.name, fields.collect::<String>())
    };
    constructors.iter().map(body).collect()
}

fn is_field(kind: Kind) -> bool {
    !matches!(kind, Kind::RegLan | Kind::RoundingMode | Kind::Array(..))
}

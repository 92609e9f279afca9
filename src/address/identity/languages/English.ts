import { type LanguageRules, spellings } from "../Rules.ts"
import { withEnglishOrdinals } from "../Numbers.ts"

/**
 * Street suffixes with their abbreviations in USPS Publication 28, appendix C1, and in the address standards of Canada
 * Post, Australia (AS 4590), New Zealand and the United Kingdom.
 */
const suffixes = spellings(
  "alley aly allee ally; annex anx anex annx; approach app appr; arcade arc; avenue ave av aven avenu avn avnue",
  "bayou byu bayoo; beach bch; bend bnd; bluff blf bluf; bluffs blfs; bottom btm bot bottm; branch br brnch; bridge brg brdge",
  "brook brk; brooks brks; burg bg; burgs bgs; bypass byp bypa bypas byps",
  "camp cp cmp; canyon cyn canyn cnyn; cape cpe; causeway cswy causwa; center ctr cen cent centr centre cnter cntr",
  "centers ctrs; circle cir circ circl crcl crcle; circles cirs; circuit cct crct; cliff clf; cliffs clfs; close cl; club clb",
  "common cmn comm; commons cmns; concourse conc; corner cor cnr; corners cors; course crse; court ct crt; courts cts",
  "cove cv; coves cvs; creek crk; crescent cres crsent crsnt cresc; crest crst; crossing xing crssng; crossroad xrd",
  "crossroads xrds; curve curv; dale dl; dam dm; divide dv div dvd; drive dr driv drv; drives drs",
  "esplanade esp; estate est; estates ests; expressway expy exp expr express expw; extension ext extn extnsn; extensions exts",
  "falls fls; ferry fry frry; field fld; fields flds; flat flt; flats flts; ford frd; fords frds; forest frst forests",
  "forge frg forg; forges frgs; fork frk; forks frks; fort ft frt; freeway fwy freewy frway frwy",
  "garden gdn gardn grden grdn; gardens gdns grdns gdens; gateway gtwy gatewy gatway gtway; glen gln; glens glns",
  "green grn; greens grns; grove grv grov gr gro; groves grvs; harbor hbr harb harbr hrbor harbour; haven hvn",
  "heights hts ht hgts; highway hwy highwy hiway hiwy hway; hill hl; hills hls; hollow holw hllw hollows holws",
  "inlet inlt; island islnd isl; islands iss islnds; junction jct jction jctn junctn juncton; junctions jcts jctns",
  "key ky; keys kys; knoll knl knol; knolls knls; lake lk; lakes lks; landing lndg lndng; lane ln la; light lgt; lights lgts",
  "loaf lf; lock lck; locks lcks; lodge ldg ldge lodg; loop lp; mall ml; manor mnr; manors mnrs; meadow mdw; meadows mdws medows",
  "mews mws; mill mills mls; mission msn missn mssn; motorway mtwy mwy; mount mt mnt; mountain mtn mntain mntn mountin mtin; mountains mtns",
  "neck nck; orchard orch orchrd; overpass opas; parade pde; park prk; parkway pkwy parkwy pkway pky; parkways pkwys; passage psge",
  "path pth; pike pke; pine pne; pines pnes; place pl; plain pln; plains plns; plaza plz plza; point pt pnt; points pts; port prt",
  "prairie pr prr; promenade prom; quay qy; radial radl rad radiel; ranch rnch rnchs; rapids rpds; ridge rdg rdge; ridges rdgs",
  "retreat rtt; river riv rvr rivr; road rd; roads rds; rotary rty; route rte; shoal shl; shoals shls; shore shr shoar; shores shrs shoars",
  "skyway skwy; spring spg spng sprng; springs spgs spngs sprngs; square sq sqr sqre squ; squares sqs sqrs; station sta statn stn",
  "stravenue stra strav straven stravn strvn strvnue; stream strm streme; street st str strt; streets sts; summit smt sumit sumitt",
  "terrace ter terr tce; thicket thick; throughway trwy; trace trce; track trak trk trks; trafficway trfy; trail trl trls tr; trailer trlr trlrs",
  "tunnel tunl tunls; turnpike tpke trnpk turnpk; underpass upas; union un; unions uns; valley vly vally vlly; valleys vlys",
  "viaduct via vdct viadct; view vw; views vws; village vlg vill villag villg; villages vlgs; ville vl; vista vis vist vst vsta",
  "walk wk; way wy; well wl; wells wls; wharf whrf; yard yd; yards yds",
  // Kinds of street without an abbreviation.
  "bay; boulevard blvd boul boulv bvd bd; end; gate; gap; green; hall; link; mead; oval; pass; rise; row; run; spur; turn; vale; wood"
)

/** An abbreviation without a vowel cannot be a name: "Hidden Vly Ln". The exception is Fry. */
const unmistakable = Array.from(suffixes).filter(([word]) => /^(?!fry$)[b-df-hj-np-tv-z]{3,}$/.test(word))

/** Abbreviations that stand for nothing else, and so are recognized within a name too: "Ave of the Americas". */
const anywhere = new Map([
  ...unmistakable,
  ...spellings(
    "avenue ave av aven avenu; boulevard blvd boul bvd; highway hwy hiway hway; parkway pkwy pky; expressway expy; freeway fwy",
    "turnpike tpke; road rd; lane ln; square sq; center ctr centre; heights hts; mountain mtn; saint snt; junior jnr",
    "route rte; extension extn; harbor hbr harbour; junction jct; village vlg; springs spgs; gardens gdns; crossing xing",
    "terrace terr tce; crescent cres; county cnty; township twp; broadway bdwy bway; mount mt; fort ft",
    "hill hl; lake lk; view vw; upper upr upp; lower lwr; north nth; south sth"
  )
])

const directions = spellings(
  "north n nth; south s sth; east e; west w; northeast ne; northwest nw; southeast se; southwest sw"
)
/** Words that may follow the suffix: "O'Connell Street Upper". */
const trailing = new Map([...directions, ...spellings("upper; lower; middle")])

/** Adjectives that are only abbreviated at the start of a name. */
const leading = new Map([...directions, ...spellings("great gt; little lit ltl")])

const titles = spellings(
  "st saint; ste sainte; doctor dr; father fr; general gen; president pres; point pt; lake lk; governor gov; colonel col; captain capt; sergeant sgt"
)

/** "South East" and "S E" are one direction before a name, or at the end. */
const joined = (words: ReadonlyArray<string>): ReadonlyArray<string> => {
  const pairAt = (i: number): string | undefined => {
    const pair = `${directions.get(words[i] ?? "")}${directions.get(words[i + 1] ?? "")}`
    return /^(?:north|south)(?:east|west)$/.test(pair) ? pair : undefined
  }
  const [front, end] = [pairAt(0), pairAt(words.length - 2)]
  // South East Street, however, is the southern part of East Street.
  if (front !== undefined && words.length > 2 && isNamed(words.slice(2))) return joined([front, ...words.slice(2)])
  if (end !== undefined && words.length > 3) return [...words.slice(0, -2), end]
  return words
}

/** Kinds of street that are numbered: "Bishan St 12", "Hougang Dr 3". */
const numbered = spellings(
  "street st str; drive dr; close cl; place pl; court ct; walk wk; park pk; crescent cres; link; way wy; north n; south s"
)

/** Words with the kind of a numbered street in full, before the number at the end. */
const withNumberedKind = (words: ReadonlyArray<string>): ReadonlyArray<string> => {
  const at = words.length - 2
  const isNumbered = /^\d+[a-z]?$/.test(words.at(-1) ?? "") && (at > 0 || words[0] === "st")
  const kind = isNumbered ? numbered.get(words[at]!) : undefined
  return kind === undefined ? words : words.with(at, kind)
}

/** Whether the words are a name, with or without a suffix, and not a suffix alone. */
const isNamed = (words: ReadonlyArray<string>): boolean => words.length > 1 || !suffixes.has(words[0] ?? "st")

/**
 * Brings a street's words into one form. A direction only counts as one beside a name: "N Street" and "Avenue N" are
 * names. "St" is a street at the end, before a final direction and before another suffix; before a name it is a saint.
 */
const rewrite = (given: ReadonlyArray<string>): ReadonlyArray<string> => {
  const made = [...withNumberedKind(joined(withEnglishOrdinals(given)))]
  if (made.length === 1) return made
  let [from, to] = [0, made.length]
  const [after, kind] = [trailing.get(made[to - 1]!), made[to - 2]!]
  if (after !== undefined && (/^\d/.test(kind) || (to > 2 && suffixes.has(kind)))) {
    made[to - 1] = after
    to--
  }
  const before = leading.get(made[0]!)
  if (before !== undefined && to > 1 && isNamed(made.slice(1, to))) {
    made[0] = before
    from++
  }
  if (to - from > 1) {
    made[to - 1] = suffixes.get(made[to - 1]!) ?? made[to - 1]!
    // "Main St Ext".
    if (to - from > 2 && made[to - 2] === "st" && suffixes.has(made[to - 1]!)) made[to - 2] = "street"
  }
  return made.map((word, i) => {
    if (word === "jr") return "junior"
    const follows = i < to - 1 && !suffixes.has(made[i + 1]!)
    return word === "saint" || follows ? (titles.get(word) ?? word) : word
  })
}

const ordinalWords = "first second third fourth fifth".split(" ").map((word, i) => [word, i + 1] as const)

export const english: LanguageRules = {
  anywhere,
  // "Est" is an estate too, but claims nothing: in Québec it is the east.
  last: new Map(Array.from(suffixes).filter(([word]) => word !== "est")),
  phrases: [
    [/\bu\.? ?s\.? (?=(?:hwy|highway|route|rte|rt)\b)/g, "us "],
    [/\b(?:co|county|cnty)\.? r(?:oa)?d\b\.?|\bc\.?r\.? (?=\d)/g, "county road "],
    [/\bst(?:ate)?\.? (?=(?:hwy|highway|route|rte|rt)\b)/g, "state "],
    [/\b(?:rte|rt)\.? (?=\d)/g, "route "],
    [/\bind\.? (?:est|estate)\b\.?/, "industrial estate"],
    [/\bi-(?=\d)/g, "interstate "],
    [/\bs\.? ?h\.? (?=\d)/g, "state highway "],
    [/\bfarm[ -]to[ -]market (?:(?:road|rd)\b\.? ?)?(?=\d)/g, "fm "],
    [/\bf\.? ?m\.? (?:road|rd)\b\.? ?(?=\d)/g, "fm "],
    [/\b(street|st|road|rd|lane|ln|gali)\.? (?:(?:no|number)\b|#)[.:]? ?(?=\d)/g, "$1 "],
    [/^conc(?:ession)?\.? (?=(?:road|rd)\b|\d)/, "concession "],
    // French ordinals in Canada.
    [/^(\d+)(?:re|ere|e|eme|ieme) (?=av|rue|rang|rg\b|boul)/, "$1 "],
    [/ ?& ?/g, " and "]
  ],
  numberPhrases: [[/\b(flat|lot|plot)\.? ?(?:no[.:]*|number|#) ?(?=\d)/g, "$1 "]],
  unitPhrases: [
    ...ordinalWords.map(
      ([word, number]) => [new RegExp(`\\b${word} (?=(?:floor|flr|fl)\\b)`, "g"), `${number}th `] as const
    ),
    [/\b(\d+)(?:st|nd|rd|th) (?:floor|flr|fl)\b/g, "floor $1 "],
    [/\b(?:gnd|grd|g) ?(?:\/ ?f|floor|flr)\b/g, "ground floor "],
    [/\bgff\b/g, "ground floor flat "],
    [/\blvl\b/g, "level "]
  ],
  rewrite,
  places: spellings(
    "st saint snt; ste sainte; mount mt; fort ft; heights hts; springs spgs; township twp; village vlg; north n; south s; east e; west w; city cty; point pt; port prt; junction jct; block blk; extension ext extn; upper upr; lower lwr"
  ),
  ranksFirst: spellings("great gt; little lt ltl"),
  // The Postal Service writes O FALLON, COEUR D ALENE and MC LEAN.
  placePhrases: [[/\b(o|d|l|mc) (?=\p{L}{2})/gu, "$1"]]
}

import { frenchDays, italianDays, portugueseDays, spanishDays, withRomanceNumbers } from "../Numbers.ts"
import { type LanguageRules, type Phrase, spellings } from "../Rules.ts"

/** Ordinals of floors, which need no word for the floor: 2º A, 2.º Dto. */
const floors: LanguageRules["unitPhrases"] = [
  [/(?<=\b\d{1,2})\.?o\.?(?=$|[^\p{L}\d]|[a-h](?!\p{L})|(?:izq|esq|dch|dto|dir|frt))/gu, " "],
  [
    /\b(?:piso|planta|pl|andar)\.? ?(\d{1,2})[ ,.-]+(?=\p{L}(?!\p{L})|\d|(?:p(?:uer)?ta|porta|pt|apt|dp?to|dep|izq|dch|der|esq|dir|fr))/u,
    "$1 "
  ]
]

const iberian = spellings(
  "apartment puerta pta pt porta; left izq izda izqda iz izquierda esq esqdo esquerdo; right dcha dch dcho derecha; bajo bj bjo; atico atc; entresuelo ent entlo; principal pral ppal; frente frt frontal"
)

/** French, with kinds of street as abbreviated in FANTOIR and in the standard NF Z 10-011 (AFNOR XP Z10-011). */
export const french: LanguageRules = {
  elides: true,
  first: spellings(
    "allee all al alle; allees; avenue av ave aven avn; boulevard bd bld blvd boul bvd; carrefour car carf; chaussee chs chee; chemin che chem ch",
    "cite; clos; cote; cour; cours crs; domaine dom; descente dsc; esplanade esp; faubourg fg fbg; grande gde gr; hameau ham; impasse imp; jardin jard",
    "lieu; lotissement lot; mail; montee mte mtee; parvis; passage pas psg; place pl; placette plte; promenade prom; quai qu; quartier quart; rang; rampe",
    "residence res; rocade roc; route rte; rue r; ruelle rle; sentier sent sen; square sq; terrasse tsse; traverse tra; venelle ven; villa vla; voie; zone",
    "rond rd; sente; rang rg; autoroute aut; croissant crois; cercle; dreve; galerie; grand; petit; petite"
  ),
  anywhere: spellings(
    "st saint; ste sainte; sts saints; general gal gen; marechal mal; colonel cl cel; commandant cdt cmdt; capitaine cne; lieutenant lt",
    "docteur dr; professeur pr prof; president pdt; notre ntre; faubourg fg fbg; abbe abb; monseigneur mgr; sergent sgt; amiral am",
    "ingenieur ing; maitre me; nord n; sud s; est e; ouest o; boulevard bd bld; avenue av; chateau chat; eglise egl"
  ),
  phrases: [
    [/\bn\.?-?d\.?(?= |$)/g, "notre dame"],
    [/^r\.? ?n\.? ?(?=\d)/, "route nationale "],
    [/^r\.? ?d\.? ?(?=\d)/, "route departementale "],
    [/\bz\.? ?i\.? /g, "zone industrielle "],
    [/\bz\.? ?a\.? /g, "zone artisanale "]
  ],
  rewrite: withRomanceNumbers(frenchDays),
  unitPhrases: [
    [/\b(\d+) ?(?:er|ere|e|eme|ieme) (?:etage|etg|et)\.?(?!\p{L})/gu, "floor $1 "],
    [/\brez[ -]de[ -]chaussee\b/, "rdc"]
  ],
  units: spellings("apartment porte; building batiment bat; entrance entree ent"),
  places: spellings("st saint; ste sainte; sur s sr; sous ss; les lez; chateau chat; notre ntre; logements logts logt"),
  // Parts of Paris, Lyon and Marseille: "Lyon 3e", "Lyon 3e Arrondissement", "LYON 03".
  placePhrases: [
    [/(?<=^(?:paris|lyon|marseille) )(\d+) ?(?:er|e|eme|ieme|nd)?(?: arr(?:ondissement|dt|t)?\.?)?$/, "$1"]
  ],
  ranksFirst: spellings("residence res; lotissement lot; quartier quart qu; batiment bat; immeuble imm")
}

const spanishOrdinals = [
  "primera primer primero",
  "segunda segundo",
  "tercera tercer tercero",
  "cuarta cuarto",
  "quinta quinto",
  "sexta sexto",
  "septima septimo",
  "octava octavo",
  "novena noveno",
  "decima decimo"
].map((words) => words.replaceAll(" ", "|"))

/** Where a kind of street stands behind its number, that is an ordinal: "6a. Avenida", "2da Cerrada de Juárez". */
const behindNumber = String.raw`(?=(?:calle|avenida|av|ave|avda|cerrada|cda|privada|priv|callejon|cjon|diagonal|retorno|ret)\b)`

const numberedBefore: ReadonlyArray<Phrase> = [
  [new RegExp(String.raw`^(\d+)\.?(?:[ao]|r[ao]|d[ao]|t[ao]|m[ao]|v[ao]|n[ao])\.? ${behindNumber}`), "$1 "],
  ...spanishOrdinals.map((words, i): Phrase => [new RegExp(`^(?:${words}) ${behindNumber}`), `${i + 1} `]),
  [/^(\d+) (?:avda|ave?)\b\.?/, "$1 avenida"]
]

/** Ranks of settlements and quarters, which registers of Latin America abbreviate. */
const ranks = spellings(
  "colonia col; barrio bo barr brr bro; urbanizacion urb urbaniz; fraccionamiento fracc frac; residencial res resid; reparto rpto; ensanche ens; cooperativa coop; ciudadela cdla",
  "conjunto conj; poblacion pobl; ejido ej; sector sec sect; condominio cond; ampliacion ampl; parque pq pque; edificio edif; manzana mz mza"
)

/** Spanish, with kinds of street as abbreviated by Correos, the Catastro and the INE, and by the DANE for Colombia. */
export const spanish: LanguageRules = {
  elides: true,
  first: spellings(
    "alameda al alam; autopista aut auto; autovia; avenida av avd avda ave avinguda; barriada bda; barrio bo barri; bulevar blvd boulevard bulev blv bvd bv bvar",
    "calle c cl cll carrer kalea; calleja cllja; callejon cjon cllon callej; calzada calz czada; camino cm cmno cno cami; carrera cra kr kra carr",
    "carretera ctra ctera carret; circunvalar cv; colonia col; costanilla cstan; cuesta custa csta; diagonal dg diag dgnal; glorieta gta gl; gran; lugar lg",
    "jiron jr; parque pq pque parc; partida ptda; pasaje pje psje psj pj passatge ptge; paseo ps pso po pseo passeig pg; plaza pl plz plza pza pz placa; plazuela plzla",
    "poligono pol plg; prolongacion prol; rambla rbla; ronda rd rda; rua; sendero send; subida; transversal tv trv transv; travesia trva trav tr travessia; urbanizacion urb",
    "via; vereda vda; circuito cto; cerrada cda; privada priv; retorno ret; andador and; eje"
  ),
  anywhere: spellings(
    "s san santo santa sta sto sn sant; stos santos; nuestra ntra nstra; senora sra; senor sr; general gral gen; doctor dr; doctora dra",
    "presidente pdte; capitan cap; coronel cnel crnl; comandante cmdte; teniente tte tnte; mariscal mcal; almirante alte; sargento sgto; ingeniero ing",
    "profesor prof; padre pe pdre; fray fr; hermanos hnos; licenciado lic; arquitecto arq; monsenor mons; norte nte; oriente ote; poniente pte; maria ma; francisco fco"
  ),
  phrases: [[/\bc\/ ?/g, "c "], ...numberedBefore],
  rewrite: withRomanceNumbers(spanishDays),
  numberPhrases: [
    [/\b(?:manzana|mza|mz)\.? ?(?=[\p{L}\d])/u, "mz "],
    [/\b(?:lote|lte|lt)\.? ?(?=[\p{L}\d])/u, "lt "],
    [/\b(?:interior|int)\.? ?(?=[\p{L}\d])/u, "int "],
    [/(?<=\d\p{L}?) ?bis(?=[ -]*\d)/u, "bis"]
  ],
  unitPhrases: [[/\bplanta baja\b|\bp\. ?b\.(?=\P{L}|$)/u, "pb"], ...floors],
  units: new Map([
    ...iberian,
    ...spellings("apartment dto depto dpto departamento interior int; tower torre; building edificio edif")
  ]),
  places: spellings(
    "s san santo santa sta sto sn sant; nuestra ntra; senora sra; villa vlla; puerto pto; general gral gen; ciudad cd; coronel cnel; comandante cmdte; teniente tte; ingeniero ing; presidencia pcia; villanueva vva"
  ),
  // The Instituto Nacional de Estadística and the Catastro put the article behind the name.
  ranksFirst: ranks,
  placePhrases: [
    [/^b[°o]\.? (?=\p{L})/u, "barrio "],
    [/^u\.? ?h\.? (?=\p{L})/u, "unidad habitacional "],
    [/^aa?\.? ?hh?\.? (?=\p{L})/u, "asentamiento humano "],
    [/^pp\.? ?jj\.? (?=\p{L})/u, "pueblo joven "],
    [/^z\.? ?(?=\d)/, "zona "],
    [/^(.+?)(?:, ?| ?\()(el|la|los|las|lo|a|o|as|os|l['’]|els|les|es|sa|ses)\)?$/, "$2 $1"]
  ]
}

/** In Spain, the Catastro writes CR for carretera; in Colombia, Cr is carrera. */
export const spanishOfSpain: LanguageRules = {
  ...spanish,
  // As the Catastro writes staircase, floor and door.
  unitPhrases: [[/\bes:(?=\d)/, "esc "], [/\bpl:(?=\d)/, "pl "], [/(?<=\bpl )0+(?=\d)/, ""], ...spanish.unitPhrases!],
  first: new Map([...spanish.first!, ["cr", "carretera"]]),
  units: iberian
}
export const spanishOfColombia: LanguageRules = {
  ...spanish,
  first: new Map([...spanish.first!, ["cr", "carrera"]]),
  // Avenues that are numbered as the streets between which they lie.
  phrases: [
    ...spanish.phrases!.slice(0, 1),
    [/^(?:a\.? ?k|(?:avenida|avda|av)\.? (?:carrera|cra|kra|cr|kr|k))\.? (?=\d)/, "avenida carrera "],
    [/^(?:a\.? ?c|(?:avenida|avda|av)\.? (?:calle|cll|cl|c))\.? (?=\d)/, "avenida calle "]
  ]
}

/** Portuguese, with the types of Correios (Brazil), which the CNEFE uses too, and of CTT (Portugal). */
export const portuguese: LanguageRules = {
  first: spellings(
    "alameda al alam; avenida av ave avda; azinhaga az; beco bc bco; bairro br bro; calcada cc calc; calcadinha ccnh; caminho cam; campo; chacara ch",
    "conjunto cj conj; escadinhas escnh; esplanada esp; estrada est estr; fazenda faz; jardim jd jrd jdim; ladeira lad ld; largo lgo lg; loteamento lot loteam",
    "lugar; parque pq pque prq; passagem psg pass; passeio; patio pto; praca pc pca prc; praceta pct pcta; praia pr; quadra qd q; quinta qta; rodovia rod",
    "rotunda rot; rua r; ruas; servidao srv; sitio sit; travessa tv trav trv tr; urbanizacao urb; via v; viaduto vd; viela ve; vila vl"
  ),
  anywhere: spellings(
    "s sao santo santa sta sto; stos santos; nossa nsa; senhora sra snra; senhor sr; doutor dr; doutora dra; professor prof; professora profa; engenheiro eng engo",
    "general gen gal; coronel cel; marechal mal; capitao cap cpt; tenente ten; major maj; sargento sgt; almirante alm; brigadeiro brig; comandante cmte cte",
    "presidente pres; governador gov; senador sen; deputado dep; vereador ver; prefeito pref; ministro min; desembargador des; conselheiro cons; visconde visc; barao br",
    "padre pe pde; frei fr; monsenhor mons; dom d; dona; embaixador emb; irmaos irm; jose; duque dq; conde; infante inf; rainha rnha; bloco bl"
  ),
  phrases: [[/\bn\.? ?s(?:ra|a)?\.? (?=d[aeo]s? )/g, "nossa senhora "]],
  rewrite: withRomanceNumbers(portugueseDays),
  unitPhrases: [
    [/\br(?:es)?[ -]?(?:\/|do)[ -]?c(?:hao)?(?!\p{L})/u, "rc"],
    [/(?<=\bdt|\besq)\.?o(?!\p{L})/u, ""],
    ...floors
  ],
  units: new Map([
    ...iberian,
    ...spellings("right dt dto dir; casa cs; block bloco bl; tower torre tr; building edificio edif")
  ]),
  numberPhrases: [
    [/\b(?:quadra|qd|q)\.? ?(?=\d)/, "qd "],
    [/\b(?:lote|lt)\.? ?(?=\d)/, "lt "],
    [/^(lt [\da-z]+)[, ]+(qd [\da-z]+)$/, "$2 $1"],
    [/(?<=^qd [\da-z]+)[, ]+/, " "]
  ],
  places: spellings("s sao santo santa sta sto; nossa nsa; senhora sra; vila vl v; jardim jd"),
  ranksFirst: spellings(
    "parque pq pque prq; jardim jrd jdim; conjunto cj conj; residencial res resid; loteamento lot loteam; bairro bro; nucleo nuc; setor set; distrito dist; condominio cond; edificio ed edif"
  ),
  placePhrases: [
    [/^v\.? ?n\.? (?=d[aeo]s? )/, "vila nova "],
    [/(?<=^(?:cj|conj|conjunto)\.? )hab\.? /, "habitacional "]
  ]
}

/** Italian, with types of streets (DUG) as abbreviated by Poste Italiane and the ANNCSU. */
export const italian: LanguageRules = {
  elides: true,
  first: spellings(
    "via v; viale vle vl; vicolo vlo vic; vico vco; piazza p pza pzza piaz; piazzale ple pzle; piazzetta pta pzta; corso cso c; largo lgo l; lungomare lmare; lungotevere ltevere",
    "strada str stra; salita sal; contrada cda ctr contr; borgo bgo b; localita loc; frazione fraz fr; galleria gall; passaggio pass; ponte pte; porta; rione rne; rotonda rot",
    "calle; campo cpo; corte cte; cortile; fondamenta fta; salizada sda; circonvallazione circ cne; traversa trav tra; regione reg; vocabolo voc; cascina cna; sestiere"
  ),
  anywhere: spellings(
    "s san santo santa sant sta sto; ss santi santissima santissimo; monsignor mons; generale gen; dottor dott dr; professor prof; ingegner ing; avvocato avv; cardinale card",
    "fratelli flli; madonna mad; capitano cap; colonnello col; maresciallo mar; onorevole on; martiri mart; nuova nva; vecchia vcc"
  ),
  phrases: [
    [/\bf\.?lli\b/g, "fratelli"],
    // Numbered roads by who maintains them.
    [/^(?:s\.? ?p|str(?:ada)?\.? prov(?:\.?le|inciale)?)\.? (?:n\.? ?)?(?=\d)/, "strada provinciale "],
    [/^(?:s\.? ?s|str(?:ada)?\.? stat(?:\.?le|ale)?)\.? (?:n\.? ?)?(?=\d)/, "strada statale "],
    [/\bs\.? ?maria\b/g, "s maria"]
  ],
  rewrite: withRomanceNumbers(italianDays),
  numberPhrases: [[/(?<=\d) ?\/? ?rosso$/, "r"]],
  places: spellings("s san santo santa sant sta sto; monte m mte")
}

export const romanian: LanguageRules = {
  units: spellings(
    "apartment apartament apartamentul; block bloc bloc; staircase scara sc; floor etaj etajul et; parter p"
  ),
  first: spellings(
    "strada str; bulevardul bd bdul bul bulevard blvd; calea cal cl; aleea al alee ale; intrarea int intr; piata pta p-ta; soseaua sos; splaiul spl; prelungirea prel; drumul dr; fundatura fnd fund; stradela sdla; pasajul pas"
  ),
  anywhere: spellings(
    "sfantul sf sfant; sfanta; general gen gral; doctor dr; maior mr; colonel col; capitan cpt; profesor prof; ioan; nicolae nic; regele; inginer ing"
  ),
  phrases: [[/\bb(?:d|-dul|ld|-d)\.? /g, "bulevardul "]],
  places: spellings("sfantu sf sfantul"),
  ranksFirst: spellings("municipiul mun municipiu; comuna com; orașul oraș or ors; satul sat; sector sect sectorul")
}

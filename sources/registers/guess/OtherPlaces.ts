import { share } from "./Contents.ts"
import { isEmptiness } from "./Emptiness.ts"
import { type Columns, type Column, filledOf, isCalled } from "./Fields.ts"
import { regExpOf } from "./Modifiers.ts"
import { wordsOf } from "./Names.ts"
import type { Assigned } from "./Assignments.ts"
import { useOf, usesOf } from "./UseWords.ts"

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(" "))

/** Words for businesses, institutions, equipment and events, one of which each of their lists has in a name of a column. */
const places = setOf(
  "company companyname companies business businessname enterprise establishment estab org organisation organization dba " +
    "employer merchant restaurant hotel school sch schoolname college university hospital clinic pharmacy church store shop " +
    "outlet branch stop station facility hydrant tree pole streetlight lamppost camera charger atm crash collision accident " +
    "incident complaint crime offense arrest licensee tradename siret siren nip regon krs ico cif cuit ruc nit inn ogrn edrpou entreprise etablissement enseigne commerce firma firmenname " +
    "unternehmen betrieb einrichtung einrichtungsname schule schulname vereinsname partitaiva bedrijf bedrijfsnaam handelsnaam organisatie kvk kvknummer virksomhed virksomhetsnavn " +
    "foretag foretagsnamn yritys empresa negocio establecimiento comercio escuela colegio cnpj estabelecimento escola azienda " +
    "impresa esercizio scuola przedsiebiorstwo szkola spolecnost provozovna isletme okul организация предприятие компания школа " +
    "підприємство 事業所名 施設名 店舗名 会社名 法人名 학교명 업소명 사업장명 상호명 시설명 公司名称 公司名稱 店名 機構名稱"
)

/** Words that may stand beside one of these. */
const beside = setOf(
  "name names id ids code no number nr num key legal full official short the of a as doing reg registered trade trading brand " +
    "usual title 1 2 nom noms numero nombre nome razon social denominacion denomination usuelle usual fantasia nazwa nazev naam navn namn bezeichnung adi"
)

/** Names that mean the same without one of these words. */
const wholeNames =
  /^(?:legal name|trade name|trading name|razon social|raz social|razao social|raison sociale|ragione sociale|nome fantasia|denominazione sociale|stopid|schname|ncessch|companynumber|entity number)$/

const isOfPlaces = (name: string): boolean => {
  const words = wordsOf(name.split(".").at(-1) ?? name).map((word) => word.replace(/(?<=\p{L}{3})\d$/u, ""))
  return (
    wholeNames.test(words.join(" ")) ||
    (words.some((word) => places.has(word)) && words.every((word) => places.has(word) || beside.has(word)))
  )
}

/** A pattern for what companies of most countries have behind their names, and no state or canton has as its code. */
export const legalForm =
  "(?i:[ ,.](?:ltd|limited|llc|l\\.l\\.c|inc|corp|plc|llp|gmbh|kg|ohg|e\\.k|sarl|sas|s\\.a|srl|s\\.r\\.l|s\\.?p\\.?a|s\\.l|s\\.?l\\.?u|lda|ltda|eireli|bv|b\\.v|n\\.v|vof|aps|a/s|oy|oyj|s\\.?r\\.?o|a\\.s|sp\\. ?z ?o\\.? ?o|kft|zrt|d\\.?o\\.?o|ооо|оао|тов|pty|pvt|ltd\\. ?şti|株式会社|有限会社)\\.?\\)?$|^(?:ооо|оао|зао|ип|тов|株式会社|有限会社)[ .]|有限公司|주식회사)"
const hasLegalForm = regExpOf(legalForm)

/** What a column of names is called that are not those of streets or cities. */
const ofNames =
  /^(?:name|navn|namn|nimi|naam|nom|nombre|nome|nazwa|nazev|naziv|isim|title|titel|titre|titulo|titolo|название|наименование|назва|名称|名稱|이름)$/

/** Whether each row has a name of its own, which is neither an address nor that of a house. */
const areNames = (column: Column): boolean => {
  const { distinct, letters, meanLength, values } = column.contents
  return (
    ofNames.test(wordsOf(column.own ?? column.name).join(" ")) &&
    letters >= 0.95 &&
    meanLength > 4 &&
    distinct >= values.length * 0.7 &&
    share(filledOf(column), (value) => useOf(value) === "home" || namesHouse.test(value)) < 0.2
  )
}

/** Words that houses have in their names. */
const namesHouse = /\b(?:house|cottage|villa|lodge|farm|court|haus|hof|maison|casa|residen\w*)\b/i

/** What visitors say of a place, and when it is open: no register of addresses tells it. */
const ofVisits =
  /^(?:(?:average|avg|google|user|star|total|number of|num|review) )?(?:ratings?|reviews?|stars|review count|rating count|total reviews|user ratings total)$|^(?:opening hours|business hours|hours of operation|working hours|cuisines?|cuisine type|price range|avaliacao|avaliacoes|nota media|horario(?: de (?:funcionamento|atencion|apertura))?|valoracion|resenas|puntuacion|offnungszeiten|bewertung(?:en)?|horaires(?: d ouverture)?|avis|orari(?: di apertura)?|recensioni|apningstider|oppettider|abningstider|openingstijden|beoordeling|godziny otwarcia|ocena|opinie|営業時間|定休日|영업시간|평점|营业时间|評分|评分|часы работы|режим работы|рейтинг|отзывы)$/

/** Whether most rows have what visitors say of a place. */
const isOfVisits = ({ contents, name, own }: Column): boolean =>
  contents.filled >= 0.5 && ofVisits.test(wordsOf(own ?? name).join(" "))

/** Columns that call each row something of its own. */
export const differs = ({ contents }: Column): boolean =>
  contents.filled >= 0.9 && contents.distinct >= 2 && contents.distinct * 2 >= contents.values.length

/** Whoever owns a home may be a company. */
const ofOwners = /^(?:owner|owners|own|taxpayer|grantee|grantor|landlord|mail|mailing)$/

export const isOfOwner = ({ name }: Column): boolean => wordsOf(name).some((word) => ofOwners.test(word))

/** What shows that rows are businesses, schools, stops or other places that are no homes. */
export interface Others {
  /** In words, by what all rows are such places; undefined if they need not be. */
  readonly all: string | undefined
  /** Columns that are filled in the rows that are such places. */
  readonly some: Columns
}

/** Whether a column's name says that it has names of places in which many homes are. */
const isOfTowns = (column: Column): boolean =>
  (["city", "district", "region"] as const).some((part) => isCalled(column, part, 0.5))

/** The column by which all rows are other places; undefined if the table says which of its addresses are homes. */
const ofAll = (columns: Columns, parts: ReadonlyArray<Assigned>): Column | undefined => {
  const use = parts.find(({ part }) => part === "use")?.column
  if (use !== undefined) {
    const { homes, others } = usesOf(use.contents, use.name)
    if (homes.length > 0) return undefined
    if (share(filledOf(use), (value) => others.includes(value)) >= 0.6) return use
  }
  const isFree = (column: Column) =>
    !parts.some((one) => one.column === column && one.part !== "recordId" && one.part !== "streetAndNumber")
  const differing = columns
    .filter((column) => isFree(column) && differs(column) && !isOfOwner(column))
    // A name tells more than a number.
    .toSorted((one, other) => other.contents.letters - one.contents.letters)
  return (
    differing.find(({ own, name }) => isOfPlaces(own ?? name)) ??
    differing.find(
      (column) =>
        column.contents.letters >= 0.9 &&
        column.contents.leading + column.contents.trailing < 0.3 &&
        !parts.some((one) => one.column === column) &&
        !isOfTowns(column) &&
        (areNames(column) || share(filledOf(column), (value) => hasLegalForm.test(value)) >= 0.6 || namePlaces(column))
    ) ??
    differing.find((column) => parts.some((one) => isAddressOf(one, column))) ??
    columns.find(isOfVisits)
  )
}

/**
 * Whether these are names of places, some of which say what they are. Those of houses say so, too: beside abbreviations
 * and names of persons, a few hospitals show that the others are none of these either.
 */
const namePlaces = (column: Column): boolean => {
  const filled = filledOf(column)
  const uses = filled.map((value) => (isEmptiness(value) ? undefined : useOf(value)))
  const others = uses.filter((use) => use === "other").length
  const homes = filled.filter((value, row) => uses[row] === "home" || namesHouse.test(value)).length
  const isShort = share(filled, (value) => /\d/.test(value) || value.length > 60) < 0.5
  return others >= filled.length * 0.6 || (isShort && others >= 2 && others >= filled.length * 0.25 && homes === 0)
}

/** Words for addresses in names of columns, which may be joined to others: `EnderecoBase`. */
const ofAddresses =
  /^(?:address(?:es)?|addr|addres|adres+e?|adresa|adresas|endereco|direccion|domicilio|indirizzo|ubicacion|localizacao|osoite|aadress|cim|diachi|alamat|адрес|адреса|住所|所在地|주소|地址|[1-4]|line)$/

/** Whoever lives somewhere has an address, too, and so do houses and plots. */
const ofHomes =
  /^(?:site|situs|property|home|house|building|bldg|parcel|location|project|lot|full|street|road|short|mail|mailing|postal|post|residential|residence|customer|client|cliente|kunde|member|person|name|voter|employee|tenant|resident|patient|applicant|account|service|title|id|premises?|immeuble|inmueble|imovel|immobile|objekt|gebaude)$/

/** Whether a column has the addresses of what another one names: `EnderecoBase` beside `Base`. */
const isAddressOf = ({ column: line, part }: Assigned, column: Column): boolean => {
  if (part !== "streetAndNumber" || column === line || column.contents.letters < 0.8) return false
  const [own, all] = [column, line].map((one) => wordsOf(one.own ?? one.name))
  const rest = all!.filter((word) => !ofAddresses.test(word))
  return (
    rest.length > 0 &&
    rest.length < all!.length &&
    rest.length === own!.length &&
    rest.every((word, at) => word === own![at] && !ofHomes.test(word)) &&
    !column.named.some(({ score }) => score >= 0.6)
  )
}

/** Words of a file's name that say that it lists addresses, plots or houses, whichever place they belong to. */
const ofRegisters =
  /addr|adres|direcc|enderec|indirizz|parcel|propert|build|hous|home|resid|dwell|unit|tax|owner|assess|cadast|street|point|district|sale|rental|permit|адрес|住所|地址|주소/

/** The plural of a word for businesses or the like in the name of a file: `hospitals-2024.csv`. */
const placesInName = (path: string): string | undefined => {
  const stem = (path.split(/[\\/]/).at(-1) ?? "").replace(/(?:\.[a-z\d]{1,8})+$/i, "")
  const words = wordsOf(stem)
  if (words.some((word) => ofRegisters.test(word))) return undefined
  const singulars = (word: string) => [word.replace(/s$/, ""), word.replace(/es$/, ""), word.replace(/ies$/, "y")]
  return words.find(
    (word) => word.length > 5 && word.endsWith("s") && singulars(word).some((one) => one !== word && places.has(one))
  )
}

/** By what all rows are other places. */
const shownBy = (columns: Columns, parts: ReadonlyArray<Assigned>, path: string): string | undefined => {
  const column = ofAll(columns, parts)
  if (column !== undefined) return `${column.name} shows (${column.contents.samples[0]?.slice(0, 40)})`
  const use = parts.find(({ part }) => part === "use")?.column
  const saysHomes = use !== undefined && usesOf(use.contents, use.name).homes.length > 0
  const word = saysHomes ? undefined : placesInName(path)
  return word === undefined ? undefined : `the file's name says (${word})`
}

/** Keys of OpenStreetMap that only places have which are no homes. */
export const keysOfOthers = /^(?:shop|amenity|tourism|office|craft|healthcare|club|leisure)$/

/** How many columns may say that a row is such a place. */
const mostColumns = 8

/** Columns that are filled where a row is another place, and empty elsewhere. */
const ofSome = (columns: Columns, parts: ReadonlyArray<Assigned>): Columns => {
  const line = parts.find(({ part }) => part === "streetAndNumber" || part === "street")?.column
  const [first = ""] = line === undefined ? [] : wordsOf(line.own ?? line.name)
  // Columns of one address begin with the same word: `Shipping Company`.
  const restOf = (name: string) => {
    const [word, ...rest] = wordsOf(name)
    return word === first && rest.length > 0 ? rest.join(" ") : name
  }
  return columns
    .filter((column) => column.contents.filled < 0.9 && !parts.some((one) => one.column === column))
    .filter((column) => !isOfOwner(column) && isWordy(column))
    .filter(
      ({ own, name }) => keysOfOthers.test((own ?? name).replace(/^.*[.:@]/, "")) || isOfPlaces(restOf(own ?? name))
    )
    .slice(0, mostColumns)
}

/** Whether a column has words, rather than numbers or answers; it may be empty in the first rows. */
const isWordy = ({ contents }: Column): boolean =>
  contents.filled === 0 ||
  (contents.letters >= 0.9 && !contents.values.some((value) => /^(?:yes|no|true|false)$/i.test(value)))

/**
 * Which rows are places that are no homes.
 *
 * @param path of the file, whose name may say so
 */
export const othersOf = (columns: Columns, parts: ReadonlyArray<Assigned>, path: string): Others => {
  const all = shownBy(columns, parts, path)
  return { all, some: all === undefined ? ofSome(columns, parts) : [] }
}

const namesIn = (text: string): RegExp => new RegExp(`^(?:${text.replaceAll(";", "|")})$`)

/** Names of columns that only lists of persons have, and of what is told of them and of others. */
const persons = namesIn(
  "first name;firstname;last name;lastname;surname;family name;given name;middle name;forename;full name;maiden name;birth date;birth year;birth day;date of birth;dob;year of birth;birth;gender;race code;party cd;ssn;vorname;nachname;familienname;geburtsdatum;prenom;nom de famille;date de naissance;nombres;apellido;apellidos;fecha de nacimiento;cognome;data di nascita;sobrenome;data de nascimento;voornaam;achternaam;geboortedatum;imie;nazwisko;prijmeni;jmeno;fornavn;etternavn;efternavn;fornamn;efternamn;фамилия;имя;отчество;прізвище;nama lengkap;nama pemilik;姓名;氏名;성명"
)
const contacts = namesIn(
  "phone;phone number;mobile;full phone number;email;email address;e mail;sex;name;age;voter id;voter reg num;voter number;employee id;employee number;job title;patient id;member id"
)

/** Whether a column is called after what only lists of persons have. */
export const isOfPersons = ({ name, own }: Column): boolean => persons.test(wordsOf(own ?? name).join(" "))

/** Columns with names of persons, and with what else is told of them, if there are at least two. */
export const ofPersons = (columns: Columns): ReadonlyArray<Column> => {
  const filled = columns.filter(({ contents }) => contents.filled >= 0.5)
  const called = (names: RegExp) => filled.filter(({ name, own }) => names.test(wordsOf(own ?? name).join(" ")))
  const found = called(persons)
  const all = [...found, ...called(contacts)]
  return found.length === 0 || all.length < 2 ? [] : all
}

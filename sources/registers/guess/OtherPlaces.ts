import { share } from "./Contents.ts"
import { type Columns, type Column, filledOf, isCalled } from "./Fields.ts"
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

/** What companies of most countries have behind their names, and no state or canton has as its code. */
const legalForm =
  /[\s,.](?:ltd|limited|llc|l\.l\.c|inc|corp|plc|llp|gmbh|kg|ohg|e\.k|sarl|sas|s\.a|srl|s\.r\.l|s\.?p\.?a|s\.l|s\.?l\.?u|lda|ltda|eireli|bv|b\.v|n\.v|vof|aps|a\/s|oy|oyj|s\.?r\.?o|a\.s|sp\. ?z ?o\.? ?o|kft|zrt|d\.?o\.?o|ооо|оао|тов|pty|pvt|ltd\. ?şti|株式会社|有限会社)\.?\)?$|^(?:ооо|оао|зао|ип|тов|株式会社|有限会社)[\s.]|有限公司|주식회사/iu

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
const differs = ({ contents }: Column): boolean =>
  contents.filled >= 0.9 && contents.distinct >= 2 && contents.distinct * 2 >= contents.values.length

/** Whoever owns a home may be a company. */
const ofOwners = /^(?:owner|owners|own|taxpayer|grantee|grantor|landlord|mail|mailing)$/

const isOfOwner = ({ name }: Column): boolean => wordsOf(name).some((word) => ofOwners.test(word))

/** What shows that rows are businesses, schools, stops or other places that are no homes. */
export interface Others {
  /** The column by which all rows are such places. */
  readonly all: Column | undefined
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
        (areNames(column) ||
          share(filledOf(column), (value) => legalForm.test(value)) >= 0.6 ||
          share(filledOf(column), (value) => useOf(value) === "other") >= 0.6)
    ) ??
    columns.find(isOfVisits)
  )
}

/** Keys of OpenStreetMap that only places have which are no homes. */
export const keysOfOthers = /^(?:shop|amenity|tourism|office|craft|healthcare|club|leisure)$/

/** How many columns may say that a row is such a place. */
const mostColumns = 8

/** Columns that are filled where a row is another place, and empty elsewhere. */
const ofSome = (columns: Columns, parts: ReadonlyArray<Assigned>): Columns =>
  columns
    .filter((column) => column.contents.filled < 0.9 && !parts.some((one) => one.column === column))
    .filter((column) => !isOfOwner(column) && isWordy(column))
    .filter(({ own, name }) => keysOfOthers.test((own ?? name).replace(/^.*[.:@]/, "")) || isOfPlaces(own ?? name))
    .slice(0, mostColumns)

/** Whether a column has words, rather than numbers or answers; it may be empty in the first rows. */
const isWordy = ({ contents }: Column): boolean =>
  contents.filled === 0 ||
  (contents.letters >= 0.9 && !contents.values.some((value) => /^(?:yes|no|true|false)$/i.test(value)))

/** Which rows are places that are no homes. */
export const othersOf = (columns: Columns, parts: ReadonlyArray<Assigned>): Others => {
  const all = ofAll(columns, parts)
  return { all, some: all === undefined ? ofSome(columns, parts) : [] }
}

const namesIn = (text: string): RegExp => new RegExp(`^(?:${text.replaceAll(";", "|")})$`)

/** Names of columns that only lists of persons have, and of what is told of them and of others. */
const persons = namesIn(
  "first name;firstname;last name;lastname;surname;family name;given name;middle name;forename;full name;maiden name;birth date;birth year;birth day;date of birth;dob;year of birth;birth;gender;race code;party cd;ssn;vorname;nachname;familienname;geburtsdatum;prenom;nom de famille;date de naissance;nombres;apellido;apellidos;fecha de nacimiento;cognome;data di nascita;sobrenome;data de nascimento;voornaam;achternaam;geboortedatum;imie;nazwisko;prijmeni;jmeno;fornavn;etternavn;efternavn;fornamn;efternamn;фамилия;имя;отчество;прізвище;nama lengkap;nama pemilik;姓名;氏名;성명"
)
const contacts = namesIn("phone;phone number;mobile;full phone number;email;email address;e mail;sex;name;age")

/** Columns with names of persons, and with what else is told of them, if there are at least two. */
export const ofPersons = (columns: Columns): ReadonlyArray<Column> => {
  const filled = columns.filter(({ contents }) => contents.filled >= 0.5)
  const called = (names: RegExp) => filled.filter(({ name, own }) => names.test(wordsOf(own ?? name).join(" ")))
  const found = called(persons)
  const all = [...found, ...called(contacts)]
  return found.length === 0 || all.length < 2 ? [] : all
}

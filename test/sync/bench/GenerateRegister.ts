import { createWriteStream, mkdirSync } from "node:fs"
import { once } from "node:events"
import { join } from "node:path"
import { createGzip } from "node:zlib"

/** The declared register in whose form the files are written: Poland's PRG in GML, by its 2015 schema. */
export const register = "pl-prg"

const provinces = ["mazowieckie", "śląskie", "wielkopolskie", "małopolskie", "pomorskie", "lubelskie"] as const
const stems = ["Lip", "Brzoz", "Dęb", "Sosn", "Klon", "Wierzb", "Jawor", "Olch", "Topol", "Jesion"] as const
const endings = ["owa", "iana", "owska", "ińska"] as const

const homesOfTown = 1_500
const streetsOfTown = 60

const recordOf = (row: number): string => {
  const town = Math.floor(row / homesOfTown)
  const street = row % streetsOfTown
  const number = 1 + Math.floor((row % homesOfTown) / streetsOfTown)
  const province = provinces[town % provinces.length]!
  const name = `${stems[street % 10]}${endings[Math.floor(street / 10) % 4]}${street < 40 ? "" : " Boczna"}`
  const [x, y] = [
    (480_000 + (town % 90) * 900 + number * 11).toFixed(2),
    (560_000 + Math.floor(town / 90) * 900 + street * 13).toFixed(2)
  ]
  const id = `${row.toString(16).padStart(8, "0")}-59e5-4fa4-bd65-af7060aa1ca9`
  return `<gml:featureMember>
<prg-ad:PRG_PunktAdresowy gml:id="PL.PZGIK.200.${id}">
<gml:identifier codeSpace="http://geoportal.gov.pl">http://geoportal.gov.pl/PL.PZGIK.200_${id}</gml:identifier>
<prg-ad:idIIP><bt:BT_Identyfikator>
<bt:lokalnyId>${id}</bt:lokalnyId>
<bt:przestrzenNazw>PL.PZGIK.200</bt:przestrzenNazw>
<bt:wersjaId>2015-06-01T00:00:00</bt:wersjaId>
</bt:BT_Identyfikator></prg-ad:idIIP>
<prg-ad:cyklZycia><bt:BT_CyklZyciaInfo><bt:poczatekWersjiObiektu>2015-06-01T00:00:00</bt:poczatekWersjiObiektu></bt:BT_CyklZyciaInfo></prg-ad:cyklZycia>
<prg-ad:waznyOd>2012-01-31</prg-ad:waznyOd>
<prg-ad:jednostkaAdmnistracyjna>Polska</prg-ad:jednostkaAdmnistracyjna>
<prg-ad:jednostkaAdmnistracyjna>${province}</prg-ad:jednostkaAdmnistracyjna>
<prg-ad:jednostkaAdmnistracyjna>powiat ${town % 40}</prg-ad:jednostkaAdmnistracyjna>
<prg-ad:jednostkaAdmnistracyjna>Osada ${town}</prg-ad:jednostkaAdmnistracyjna>
<prg-ad:miejscowosc>Osada ${town}</prg-ad:miejscowosc>
<prg-ad:ulica>${name}</prg-ad:ulica>
<prg-ad:numerPorzadkowy>${number}</prg-ad:numerPorzadkowy>
<prg-ad:kodPocztowy>${String(town % 100).padStart(2, "0")}-${String(100 + (street % 9)).padStart(3, "0")}</prg-ad:kodPocztowy>
<prg-ad:status>istniejacy</prg-ad:status>
<prg-ad:pozycja><gml:Point srsName="urn:ogc:def:crs:EPSG::2180" srsDimension="2"><gml:pos>${x} ${y}</gml:pos></gml:Point></prg-ad:pozycja>
</prg-ad:PRG_PunktAdresowy>
</gml:featureMember>
`
}

const head = `<?xml version="1.0" encoding="UTF-8"?>
<gml:FeatureCollection xmlns:gml="http://www.opengis.net/gml/3.2" xmlns:prg-ad="urn:gugik:specyfikacje:gmlas:panstwowyRejestrGranicAdresy:1.0" xmlns:bt="urn:gugik:specyfikacje:gmlas:modelPodstawowy:1.0">
`

/** Writes `rows` addresses into `files` compressed files in a folder. */
export const generateRegister = async (folder: string, rows: number, files: number): Promise<void> => {
  mkdirSync(folder, { recursive: true })
  for (let file = 0; file < files; file++) {
    const packed = createGzip({ level: 4 })
    const written = once(
      packed.pipe(createWriteStream(join(folder, `part-${String(file).padStart(3, "0")}.xml.gz`))),
      "finish"
    )
    let text = head
    const end = Math.floor((rows * (file + 1)) / files)
    for (let row = Math.floor((rows * file) / files); row < end; row++) {
      text += recordOf(row)
      if (text.length <= 1 << 20) continue
      if (!packed.write(text)) await once(packed, "drain")
      text = ""
    }
    packed.end(`${text}</gml:FeatureCollection>\n`)
    await written
  }
}

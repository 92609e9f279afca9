import type { DirectoryEntry } from "../../schemas/Directory.ts"

/** Where to get a declared register, and where its licence is stated. Its declaration has the rest. */
export interface RegisterPlace {
  readonly id: string
  readonly location: string | ReadonlyArray<string>
  readonly part?: DirectoryEntry["part"]
  readonly access: DirectoryEntry["access"]
  readonly renewed: DirectoryEntry["renewed"]
  readonly citation: string
  readonly shareAlike: boolean
  readonly addresses?: number
  readonly bytes?: number
}

const open = { kind: "open" } as const
const byHand = (what: string) => ({ kind: "byHand", what }) as const
const ccBy4 = "https://creativecommons.org/licenses/by/4.0/"
const openLicence2 = "https://alliance.numerique.gouv.fr/licence-ouverte-open-licence/"

const place = (
  id: string,
  location: RegisterPlace["location"],
  access: RegisterPlace["access"],
  renewed: RegisterPlace["renewed"],
  citation: string,
  more: Partial<RegisterPlace> = {}
): RegisterPlace => ({ id, location, access, renewed, citation, shareAlike: false, ...more })

/**
 * The registers that the directory lists. Superseded layouts are left out, and so are tables that say nothing about
 * homes. Citations are those of OpenAddresses' source descriptions (August 2026), or the publisher's own page.
 */
export const registers: ReadonlyArray<RegisterPlace> = [
  place(
    "au-gnaf-mb",
    "https://data.gov.au/data/dataset/geocoded-national-address-file-g-naf",
    byHand(
      "Download G-NAF from data.gov.au and the allocation file of mesh blocks from abs.gov.au (saved as MB_2021_AUST.csv) into one folder, and give its path as the location."
    ),
    "quarterly",
    "https://data.gov.au/data/dataset/geocoded-national-address-file-g-naf"
  ),
  place(
    "be-best-fr",
    [
      "https://opendata.bosa.be/download/best/openaddress-bebru.zip",
      "https://opendata.bosa.be/download/best/openaddress-bewal.zip"
    ],
    open,
    "weekly",
    "https://opendata.bosa.be/index.fr.html",
    { part: { name: "Brussels and Wallonia", code: null } }
  ),
  place(
    "be-best-nl",
    [
      "https://opendata.bosa.be/download/best/openaddress-bevlg.zip",
      "https://opendata.bosa.be/download/best/openaddress-bebru.zip"
    ],
    open,
    "weekly",
    "https://opendata.bosa.be/index.fr.html",
    { part: { name: "Flanders and Brussels", code: null } }
  ),
  place(
    "be-urbis",
    "https://datastore.brussels/web/urbis-download",
    byHand(
      "Download UrbIS-Adm as a shapefile from datastore.brussels, and give the path of the archive as the location."
    ),
    "quarterly",
    "https://datastore.brussels/web/urbis-download",
    { part: { name: "Brussels", code: "BE-BRU" } }
  ),
  place(
    "br-cnefe",
    "https://ftp.ibge.gov.br/Cadastro_Nacional_de_Enderecos_para_Fins_Estatisticos/",
    byHand(
      "Download the CSV files of CNEFE 2022 for the states that you need, and IBGE's municipios.json, into one folder, and give its path as the location."
    ),
    "irregularly",
    "https://www.ibge.gov.br/estatisticas/sociais/populacao/38734-cadastro-nacional-de-enderecos-para-fins-estatisticos.html"
  ),
  place(
    "ca-nar",
    "https://www150.statcan.gc.ca/n1/pub/46-26-0002/462600022022001-eng.htm",
    byHand(
      "Download the latest National Address Register from Statistics Canada's page, and give the path of the zip archive as the location."
    ),
    "quarterly",
    "https://www.statcan.gc.ca/en/reference/licence"
  ),
  place("ch-gwr", "https://public.madd.bfs.admin.ch/ch.zip", open, "daily", "https://www.housing-stat.ch"),
  place(
    "cz-ruian",
    "https://vdp.cuzk.gov.cz/vdp/ruian/vymennyformat",
    byHand(
      "Download the files of the municipalities that you need in the exchange format (VFR, complete set) into one folder, and give its path as the location."
    ),
    "monthly",
    ccBy4
  ),
  place(
    "de-be-hauskoordinaten",
    "https://www.stadtentwicklung.berlin.de/geoinformation/",
    byHand("Download Berlin's Hauskoordinaten as text, and give the path of the file as the location."),
    "yearly",
    "https://www.govdata.de/dl-de/by-2-0",
    { part: { name: "Berlin", code: "DE-BE" } }
  ),
  place(
    "de-nw-gebref",
    "https://www.opengeodata.nrw.de/produkte/geobasis/lk/akt/gebref_txt/gebref_EPSG25832_ASCII.zip",
    open,
    "quarterly",
    "https://www.govdata.de/dl-de/zero-2-0",
    { part: { name: "North Rhine-Westphalia", code: "DE-NW" } }
  ),
  place(
    "dk-dar-bbr",
    "https://datafordeler.dk",
    byHand(
      "Make an account at datafordeler.dk, download the total downloads of DAR and BBR (CSV, current) into one folder, and give its path as the location."
    ),
    "weekly",
    ccBy4
  ),
  place(
    "es-catastro",
    "https://www.catastro.hacienda.gob.es/INSPIRE/Addresses/ES.SDGC.AD.atom.xml",
    byHand(
      "Download the INSPIRE files of addresses and buildings of the municipalities that you need from the Cadastre's feeds into one folder, and give its path as the location."
    ),
    "quarterly",
    "https://www.catastro.hacienda.gob.es/webinspire/index.html"
  ),
  place(
    "fr-ban",
    "https://adresse.data.gouv.fr/data/ban/adresses/latest/csv/adresses-france.csv.gz",
    open,
    "weekly",
    openLicence2
  ),
  place(
    "fr-ban-bdnb",
    "https://bdnb.io/download/",
    byHand(
      "Download the national address file (BAN) and the CSV of the buildings database (BDNB) of the departments that you need into one folder, and give its path as the location."
    ),
    "quarterly",
    openLicence2
  ),
  place(
    "is-stadfangaskra",
    "https://hmsstgsftpprodweu001.blob.core.windows.net/fasteignaskra/Stadfangaskra.csv",
    open,
    "weekly",
    "https://opingogn.is/pages/notkunarleidbeiningar"
  ),
  place(
    "jp-abr",
    "https://catalog.registries.digital.go.jp/rc/dataset/",
    byHand(
      "Download the residence tables (rsdtdsp_rsdt, with their positions and towns) of the cities that you need from the Digital Agency's catalog into one folder, and give its path as the location."
    ),
    "monthly",
    "https://catalog.registries.digital.go.jp/"
  ),
  place(
    "nl-bag",
    "https://service.pdok.nl/lv/bag/atom/downloads/lvbag-extract-nl.zip",
    open,
    "monthly",
    "https://creativecommons.org/publicdomain/zero/1.0/"
  ),
  place(
    "no-matrikkelen",
    "https://kartkatalog.geonorge.no/metadata/matrikkelen-bygningspunkt/24d7e9d1-87f6-45a0-b38e-3447f8d7f9a1",
    byHand(
      "Download Matrikkelen's addresses (CSV, whole country) and building points (GML) from Geonorge into one folder, and give its path as the location."
    ),
    "weekly",
    ccBy4
  ),
  place(
    "pl-prg",
    "https://opendata.geoportal.gov.pl/prg/adresy/PRG-punkty_adresowe.zip",
    open,
    "weekly",
    "https://www.geoportal.gov.pl/pl/dane/panstwowy-rejestr-granic-prg/"
  ),
  place(
    "sg-hdb",
    "https://data.gov.sg/datasets/d_17f5382f26140b1fdae0ba2ef6239d2f/view",
    byHand("Download HDB Property Information as CSV from data.gov.sg, and give the path of the file as the location."),
    "monthly",
    "https://data.gov.sg/open-data-licence",
    { part: { name: "Public housing", code: null }, addresses: 12_826 }
  ),
  place(
    "us-nad",
    "https://www.transportation.gov/gis/national-address-database",
    byHand(
      "Download the National Address Database as text from transportation.gov, and give the path of the zip archive as the location."
    ),
    "quarterly",
    "https://www.transportation.gov/mission/open/gis/national-address-database/national-address-database-nad-disclaimer"
  ),
  place(
    "us-nyc-pluto",
    "https://www.nyc.gov/content/planning/pages/resources/datasets/mappluto-pluto-change",
    byHand(
      "Download PLUTO as CSV from the Department of City Planning, and give the path of the file as the location."
    ),
    "quarterly",
    "https://www.nyc.gov/content/planning/pages/resources/datasets/mappluto-pluto-change",
    { part: { name: "New York City", code: null } }
  )
]

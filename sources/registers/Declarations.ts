import auGnaf from "./declarations/au-gnaf.json" with { type: "json" }
import auGnafMb from "./declarations/au-gnaf-mb.json" with { type: "json" }
import beBestFr from "./declarations/be-best-fr.json" with { type: "json" }
import beBestNl from "./declarations/be-best-nl.json" with { type: "json" }
import beUrbis from "./declarations/be-urbis.json" with { type: "json" }
import brCnefe from "./declarations/br-cnefe.json" with { type: "json" }
import caNar from "./declarations/ca-nar.json" with { type: "json" }
import chGwr from "./declarations/ch-gwr.json" with { type: "json" }
import czRuian from "./declarations/cz-ruian.json" with { type: "json" }
import deBeHauskoordinaten from "./declarations/de-be-hauskoordinaten.json" with { type: "json" }
import deNwGebref from "./declarations/de-nw-gebref.json" with { type: "json" }
import dkDarBbr from "./declarations/dk-dar-bbr.json" with { type: "json" }
import esCatastro from "./declarations/es-catastro.json" with { type: "json" }
import frBal from "./declarations/fr-bal.json" with { type: "json" }
import frBan from "./declarations/fr-ban.json" with { type: "json" }
import frBan2016 from "./declarations/fr-ban-2016.json" with { type: "json" }
import frBan2016Odbl from "./declarations/fr-ban-2016-odbl.json" with { type: "json" }
import frBanBdnb from "./declarations/fr-ban-bdnb.json" with { type: "json" }
import isStadfangaskra from "./declarations/is-stadfangaskra.json" with { type: "json" }
import isStadfangaskraIsn93 from "./declarations/is-stadfangaskra-isn93.json" with { type: "json" }
import jpAbr from "./declarations/jp-abr.json" with { type: "json" }
import jpGeolonia from "./declarations/jp-geolonia.json" with { type: "json" }
import jpGeoloniaCsv from "./declarations/jp-geolonia-csv.json" with { type: "json" }
import nlBag from "./declarations/nl-bag.json" with { type: "json" }
import nlBagCsv from "./declarations/nl-bag-csv.json" with { type: "json" }
import noMatrikkelen from "./declarations/no-matrikkelen.json" with { type: "json" }
import plPrg from "./declarations/pl-prg.json" with { type: "json" }
import plPrgCsv from "./declarations/pl-prg-csv.json" with { type: "json" }
import sgHdb from "./declarations/sg-hdb.json" with { type: "json" }
import usNad from "./declarations/us-nad.json" with { type: "json" }
import usNadR4 from "./declarations/us-nad-r4.json" with { type: "json" }
import usNycPluto from "./declarations/us-nyc-pluto.json" with { type: "json" }

/** The declarations of national registers, as in their files. Each is decoded on use. */
export const declarations: Readonly<Record<string, unknown>> = {
  "au-gnaf": auGnaf,
  "au-gnaf-mb": auGnafMb,
  "be-best-fr": beBestFr,
  "be-best-nl": beBestNl,
  "be-urbis": beUrbis,
  "br-cnefe": brCnefe,
  "ca-nar": caNar,
  "ch-gwr": chGwr,
  "cz-ruian": czRuian,
  "de-be-hauskoordinaten": deBeHauskoordinaten,
  "de-nw-gebref": deNwGebref,
  "dk-dar-bbr": dkDarBbr,
  "es-catastro": esCatastro,
  "fr-bal": frBal,
  "fr-ban": frBan,
  "fr-ban-2016": frBan2016,
  "fr-ban-2016-odbl": frBan2016Odbl,
  "fr-ban-bdnb": frBanBdnb,
  "is-stadfangaskra": isStadfangaskra,
  "is-stadfangaskra-isn93": isStadfangaskraIsn93,
  "jp-abr": jpAbr,
  "jp-geolonia": jpGeolonia,
  "jp-geolonia-csv": jpGeoloniaCsv,
  "nl-bag": nlBag,
  "nl-bag-csv": nlBagCsv,
  "no-matrikkelen": noMatrikkelen,
  "pl-prg": plPrg,
  "pl-prg-csv": plPrgCsv,
  "sg-hdb": sgHdb,
  "us-nad": usNad,
  "us-nad-r4": usNadR4,
  "us-nyc-pluto": usNycPluto
}

import type { Gender } from "../../schemas/Profile.ts"
import type { OwnLocale } from "./ProfileLocale.ts"
import type { SeededRandom } from "./SeededRandom.ts"

const names = (text: string): ReadonlyArray<string> => text.split(" ")

/** Given names that are common in Iceland (Hagstofa Íslands, names of the population). */
const given: Readonly<Record<Gender, ReadonlyArray<string>>> = {
  female: names(
    "Guðrún Anna Kristín Sigríður Margrét Helga Sigrún Ingibjörg Jóhanna María Elín Katrín Hildur Lilja Ragnheiður Erla Guðbjörg Elísabet Kolbrún Birna Unnur Ásta Sólveig Þórunn Berglind Steinunn Hrafnhildur Edda Hulda Eva Auður Inga Íris Rakel Sara Harpa Hrefna Halla Freyja"
  ),
  male: names(
    "Jón Sigurður Guðmundur Gunnar Ólafur Einar Kristján Magnús Stefán Jóhann Björn Árni Bjarni Helgi Halldór Pétur Arnar Kristinn Ragnar Gísli Guðjón Sveinn Þorsteinn Daníel Haukur Páll Óskar Aron Davíð Baldur Snorri Tómas Hjalti Egill Ívar Ingvar Steinar Róbert"
  )
}

/** Fathers' names, in the form before -son and -dóttir. */
const fathers = names(
  "Jóns Sigurðar Guðmunds Gunnars Ólafs Einars Kristjáns Magnús Stefáns Jóhanns Björns Árna Bjarna Helga Halldórs Péturs Arnars Kristins Ragnars Gísla Guðjóns Sveins Þorsteins Daníels Hauks Páls Óskars Arons Davíðs Baldurs Snorra Tómas Hjalta Egils Ívars Ingvars Steinars Róberts"
)

const firms = names("Norðurljós Straumur Klettur Hafið Fjallið Sólin Jökullinn Vindur Mosi Lækur Grjót Hraun Bylgja")
const trades = names("Smíði Verslun Þjónusta Ráðgjöf Prentun Fiskvinnsla Ræktun")

/** Icelanders have no family names. They are named after their father, women as his daughter and men as his son. */
export const icelandic = (random: SeededRandom): OwnLocale => ({
  firstName: (gender) => random.pick(given[gender]),
  lastName: (gender) => `${random.pick(fathers)}${gender === "female" ? "dóttir" : "son"}`,
  fullName: (first, last) => `${first} ${last}`,
  company: () => `${random.pick(firms)} ${random.pick(trades).toLowerCase()} ehf.`,
  umlauts: false
})

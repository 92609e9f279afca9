import type { Contents } from "./Contents.ts"

/** Kinds of streets that stand behind a name, and before it, where a table has them in a column of their own. */
export const kindsBehind =
  /^(?:st(?:reet)?|r(?:oa)?d|ave?(?:nue)?|dr(?:ive)?|ln|lane|blvd|boulevard|c(?:our)?t|pl(?:ace)?|way|ter(?:race)?|cir(?:cle)?|h(?:igh)?wa?y|p(?:ark)?wa?y|cres(?:cent)?|close|grove|parade|sq(?:uare)?|tr(?:ai)?l|loop|run|utca|tér|út|köz)\.?$/i
export const kindsBefore =
  /^(?:rue|avenue|av|boulevard|bd|impasse|chemin|ch|allée|quai|cours|route|rte|passage|calle|cl|avenida|avda|plaza|pz|paseo|camino|carretera|ronda|rua|travessa|alameda|largo|praça|estrada|rodovia|via|viale|piazza|corso|vicolo|strada|strada|ul(?:ica)?|al(?:eja)?|plac|osiedle|os|улица|ул|проспект|пр-кт|переулок|пер|шоссе|ш|бульвар|б-р|набережная|наб|площадь|пл|вулиця|вул|провулок|пров|площа|str|strada|bulevardul|calea|aleea|splaiul|[sșş]oseaua|intrarea|drumul|pia[tțţ]a|jalan|jl)\.?$/iu
export const directions = /^(?:n|s|e|w|ne|nw|se|sw|north|south|east|west)\.?$/i

/** Whether nearly all values are kinds of streets, of which there are several, or directions: `AVE`, `NW`. */
export const areKindsOrDirections = ({ values }: Contents): boolean => {
  const filled = values.filter((value) => value !== "")
  const different = new Set(filled.map((value) => value.toLowerCase()))
  const isOne = (value: string) => kindsBehind.test(value) || kindsBefore.test(value) || directions.test(value)
  // A single letter may be that of a house, and a single kind the code of a state.
  return different.size > 1
    ? filled.some((value) => value.length > 1) && filled.filter(isOne).length >= filled.length * 0.9
    : different.values().some((value) => /^[ns][ew]$/.test(value))
}

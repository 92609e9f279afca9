import { decoderOf } from "./CodePages.ts"

/** How many bytes tell what a file is. */
export const tellingBytes = 4096

const map = "it is a map of OpenStreetMap. Add it as a source of the type openstreetmap."

/** The beginnings of files that hold no table, or hide it, and what to do with them. */
const beginnings: ReadonlyArray<readonly [start: string, at: number, advice: string]> = [
  ["%PDF", 0, "it is a PDF. Ask its publisher for the table itself, as CSV."],
  [
    "\u00d0\u00cf\u0011\u00e0",
    0,
    "it is a file of an old Excel, Word or Access, or a workbook with a password. Open it there, and save its table as .xlsx without a password, or as CSV (UTF-8)."
  ],
  ["Standard Jet DB", 4, "it is a database of Access. Export its table there, as CSV (UTF-8)."],
  ["Standard ACE DB", 4, "it is a database of Access. Export its table there, as CSV (UTF-8)."],
  ["7z\u00bc\u00af", 0, "it is a 7z archive, which is not opened. Unpack it, and give the folder or the file."],
  ["Rar!", 0, "it is a RAR archive, which is not opened. Unpack it, and give the folder or the file."],
  ["ustar", 257, "it is a tar archive, which is not opened. Unpack it, and give the folder or the file."],
  ["OSMHeader", 6, map],
  ["\u00ff\u00fe\0\0", 0, "it is encoded in UTF-32, which is not read. Save it as UTF-8."],
  ["\0\0\u00fe\u00ff", 0, "it is encoded in UTF-32, which is not read. Save it as UTF-8."],
  // What is compressed once is unpacked before it gets here.
  ["\u001f\u008b", 0, "it is compressed twice. Unpack it once, and give the result."],
  ["PK\u0003\u0004", 0, "it is a zip archive that is compressed again. Unpack it once, and give the archive."],
  ["BZh", 0, "it is compressed with bzip2 twice, or damaged. Unpack it, and give the file."],
  ["\u00fd7zXZ", 0, "it is compressed with xz, which is not unpacked. Unpack it, and give the file."],
  ["\u0004\u0022\u004d\u0018", 0, "it is compressed with lz4, which is not unpacked. Unpack it, and give the file."],
  ["\u001f\u009d", 0, "it is compressed with compress, which is not unpacked. Unpack it, and give the file."],
  ["ARROW1\0\0", 0, "it is a file of Apache Arrow (Feather), which is not read. Save it as Parquet."],
  [
    "version https://git-lfs",
    0,
    "it is a pointer of Git LFS, in place of the file. Fetch the file with git lfs pull, or from the repository's page."
  ]
]

const shown = (text: string): string => {
  const plain = text
    .replaceAll(/<[^<>]{0,1000}>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim()
  return plain.length > 160 ? `${plain.slice(0, 160)}…` : plain
}

/** The words of a response that refuses something. */
export const saidIn = (head: Uint8Array): string => {
  const text = decoderOf("utf-8")!(head)
  return shown(
    /<title[^>]{0,100}>([^<]{0,500})/i.exec(text)?.[1] ?? text.replaceAll(/<(style|script)[^]*?<\/\1>/gi, " ")
  )
}

/**
 * What a server sends in place of data, with what it says in quotes and what to do, as the end of a sentence; undefined
 * if these first bytes of a file are nothing like that.
 */
export const answerOf = (head: Uint8Array): string | undefined => {
  const text = decoderOf("utf-8")!(head.subarray(0, tellingBytes)).replace(/^[\s\ufeff]+/, "")
  if (/^<(?:!doctype html|html|head|body)\b/i.test(text)) {
    const title = shown(/<title[^>]{0,100}>([^<]{0,500})/i.exec(text)?.[1] ?? "")
    return `it is a web page${title === "" ? "" : ` ("${title}")`}, not data. Open its address in a browser: you may have to sign in there, or the file may have moved. Give the address of the file itself, or download it and give the file.`
  }
  if (/^(?:<\?xml[^>]{0,200}>\s*)?<(?:[\w-]{1,20}:)?(?:ExceptionReport|ServiceExceptionReport|Error)\b/.test(text)) {
    return `it holds no data, but what a server says instead: "${shown(text)}". Correct the request, or ask later.`
  }
  return /^\{\s*"error"\s*:/.test(text)
    ? `it holds no data, but what a server says instead: "${shown(text)}". Correct the request, or ask later.`
    : undefined
}

/** The beginnings of XML and JSON whose records are no objects with values and coordinates of their own. */
const unread: ReadonlyArray<readonly [beginning: RegExp, advice: string]> = [
  [/^(?:\u00ef\u00bb\u00bf)?\s*(?:<\?xml[^>]{0,200}>\s*)?<osm\b/, map],
  [
    /^(?:\u00ef\u00bb\u00bf)?\s*(?:<\?[^>]{0,200}>\s*){0,4}<(?:ss:)?Workbook\b/,
    "it is an Excel workbook in XML. Open it, and save it as .xlsx or CSV UTF-8."
  ],
  [
    /^\s*<html\b[^>]{0,1000}urn:schemas-microsoft-com:office:excel/i,
    "it is a web page in place of an Excel workbook. Open it in Excel, and save it as .xlsx or CSV UTF-8."
  ],
  [
    /^(?:\s*--[^\n]{0,200}\n)*\s*(?:-- PostgreSQL database dump|(?:INSERT INTO|CREATE TABLE|DROP TABLE)\s+[\w"`]|COPY \S+ \(|SET \w+ (?:=|TO) |BEGIN;\s)/i,
    "it is a dump of a database in SQL. Load it into one, and export the table as CSV with the names of its columns."
  ],
  [
    /^(?:!table\b|version\s+\d+\s+(?:charset|delimiter|unique|index|coordsys|columns)\b)/i,
    "it is a table of MapInfo, which is not read. Convert it with GDAL: ogr2ogr addresses.gpkg FILE"
  ],
  [
    /^[^<]{0,10}(?:<\?xml[^>]{0,200}>\s*)?(?:<!--[^>]{0,500}-->\s*)?<gpx\b/i,
    "it is a GPX file of waypoints and tracks, which have names and no addresses. If the names are addresses, convert it with GDAL, and name the column: ogr2ogr addresses.csv FILE waypoints -lco GEOMETRY=AS_XY"
  ],
  [/^\s*\{\s*"version"\s*:\s*0\.6\s*,\s*"generator"/, map],
  [
    /^\s*\{\s*"type"\s*:\s*"Topology"/,
    "it is TopoJSON, which is not read. Convert it with GDAL: ogr2ogr addresses.geojson FILE"
  ],
  [
    /^\s*\{(?:\s*"[^"]+"\s*:\s*\{\s*"0"\s*:[^{}]+\}\s*,){2}/,
    "it has the values of each column together, as pandas writes them. Write it as records: df.to_json(orient='records')."
  ],
  [
    /[{:]\s*\{?\s*"[^"{}]*"\s*:\s*\{\s*("[^"]+")\s*:[^{}]+\}\s*,\s*"[^"{}]*"\s*:\s*\{\s*\1\s*:[^{}]+\}\s*,\s*"[^"{}]*"\s*:\s*\{\s*\1\s*:/,
    "its records are members of an object, each with a name of its own, and not elements of an array. Make it an array with jq, for example: jq '[.[]]' FILE > addresses.json"
  ]
]

/**
 * What a file is that no reader reads, and what to do with it, as the end of a sentence; undefined if its first bytes
 * do not tell.
 */
export const foreignOf = (head: Uint8Array): string | undefined => {
  const bytes = Buffer.from(head.subarray(0, tellingBytes)).toString("latin1")
  const found = beginnings.find(([start, at]) => bytes.startsWith(start, at))
  if (found !== undefined) return found[2]
  return unread.find(([beginning]) => beginning.test(bytes))?.[1] ?? answerOf(head)
}

/** The same by the paths of an archive's or a folder's files. */
export const foreignIn = (paths: ReadonlyArray<string>): string | undefined => {
  const has = (pattern: RegExp) => paths.some((path) => pattern.test(path))
  if (has(/(?:^|\/)xl\/workbook\.bin$/)) {
    return "it is an Excel workbook in the binary format (.xlsb). Open it, and save it as .xlsx or CSV UTF-8."
  }
  if (has(/(?:^|\/)word\/document\.xml$/))
    return "it is a Word document. Ask its publisher for the table itself, as CSV."
  if (has(/(?:^|\/)content\.xml$/) && has(/(?:^|\/)mimetype$/)) {
    return "it is a file of LibreOffice. Open it there, and save it as .xlsx, or the sheet with the addresses as CSV (UTF-8)."
  }
  if (has(/\.gdbtable$/i)) {
    return "it holds a file geodatabase of Esri. Export its layer of addresses as GeoPackage or CSV, for example with QGIS."
  }
  const workbook = paths.find((path) => /\.(?:xlsb?|ods)$/i.test(path))
  return workbook === undefined
    ? undefined
    : `it holds a workbook, ${workbook}. Open it, and save it as .xlsx, or the sheet with the addresses as CSV UTF-8.`
}

/** Whether these are the first bytes of a table of dBASE: its kind, a day, and a header of 32 bytes a column. */
const isDbase = (head: Uint8Array): boolean => {
  if (head.length < 32) return false
  const header = head[8]! + head[9]! * 256
  return (
    [0x03, 0x30, 0x31, 0x83, 0x8b, 0xf5].includes(head[0]!) &&
    head[2]! <= 12 &&
    head[3]! <= 31 &&
    header > 64 &&
    header % 32 <= 8
  )
}

/** What a text without a table looks like, as the end of a sentence; undefined for bytes that are no text. */
export const textWithoutTable = (head: Uint8Array): string | undefined => {
  if (head.length === 0) return "it is empty."
  if (isDbase(head)) {
    return "it is a table of dBASE. Give the .shp beside it, if there is one, or save it as CSV (UTF-8)."
  }
  if (head.includes(0)) return "it has bytes of zero, as no text has. Is it a table, and is it saved as UTF-8?"
  const lines = decoderOf("utf-8")!(head)
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== "")
  const [first] = lines
  if (first === undefined) return "it is empty."
  const widths = new Set(lines.slice(0, -1).map((line) => line.length))
  if (lines.length > 3 && widths.size === 1 && lines.every((line) => / {2}/.test(line))) {
    return "its columns have fixed widths and nothing between them. Open it in a spreadsheet, divide its text into columns, and save it as CSV (UTF-8)."
  }
  if (first.trimStart().startsWith("<"))
    return "it is XML without elements that have the parts of an address as values."
  return lines.length === 1 ? `it has one line and no rows: "${shown(first)}".` : undefined
}

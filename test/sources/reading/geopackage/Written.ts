import { DatabaseSync } from "node:sqlite"

/** A point as a GeoPackage stores it, with a box of the given kind before it. */
export const point = (
  x: number,
  y: number,
  { box = 0, little = true }: { box?: 0 | 1 | 2 | 3 | 4; little?: boolean } = {}
) => {
  const boxSize = [0, 32, 48, 48, 64][box]!
  const bytes = Buffer.alloc(8 + boxSize + 21)
  bytes.write("GP")
  bytes[3] = (little ? 1 : 0) | (box << 1)
  bytes[8 + boxSize] = little ? 1 : 0
  if (little) bytes.writeUInt32LE(1, 9 + boxSize)
  else bytes.writeUInt32BE(1, 9 + boxSize)
  for (const [index, value] of [x, y].entries()) {
    if (little) bytes.writeDoubleLE(value, 13 + boxSize + index * 8)
    else bytes.writeDoubleBE(value, 13 + boxSize + index * 8)
  }
  return bytes
}

/** Several points, each with its own header. */
export const points = (all: ReadonlyArray<readonly [number, number]>) => {
  const head = Buffer.alloc(17)
  head.write("GP")
  head[3] = 1
  head[8] = 1
  head.writeUInt32LE(4, 9)
  head.writeUInt32LE(all.length, 13)
  return Buffer.concat([head, ...all.map(([x, y]) => point(x, y).subarray(8))])
}

/** The tables that GDAL 3.6 makes in a GeoPackage before its first layer. */
const frame = `
PRAGMA application_id = 1196444487;
PRAGMA user_version = 10300;
CREATE TABLE gpkg_spatial_ref_sys (srs_name TEXT NOT NULL,srs_id INTEGER NOT NULL PRIMARY KEY,organization TEXT NOT NULL,organization_coordsys_id INTEGER NOT NULL,definition TEXT NOT NULL,description TEXT);
CREATE TABLE gpkg_contents (table_name TEXT NOT NULL PRIMARY KEY,data_type TEXT NOT NULL,identifier TEXT UNIQUE,description TEXT DEFAULT '',last_change DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')),min_x DOUBLE, min_y DOUBLE,max_x DOUBLE, max_y DOUBLE,srs_id INTEGER,CONSTRAINT fk_gc_r_srs_id FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys(srs_id));
CREATE TABLE gpkg_geometry_columns (table_name TEXT NOT NULL,column_name TEXT NOT NULL,geometry_type_name TEXT NOT NULL,srs_id INTEGER NOT NULL,z TINYINT NOT NULL,m TINYINT NOT NULL,CONSTRAINT pk_geom_cols PRIMARY KEY (table_name, column_name),CONSTRAINT uk_gc_table_name UNIQUE (table_name));
INSERT INTO gpkg_spatial_ref_sys VALUES ('Undefined Cartesian SRS', -1, 'NONE', -1, 'undefined', NULL), ('WGS 84 geodetic', 4326, 'EPSG', 4326, 'GEOGCS["WGS 84"]', NULL), ('ETRS89 / UTM zone 32N', 25832, 'EPSG', 25832, 'PROJCS["ETRS89 / UTM zone 32N"]', NULL);
`

/** Writes a database to a file. */
export const database = (file: string, fill: (db: DatabaseSync) => void): string => {
  const db = new DatabaseSync(file, { enableForeignKeyConstraints: false })
  try {
    // Nothing has to survive a crash.
    db.exec("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF")
    fill(db)
  } finally {
    db.close()
  }
  return file
}

interface Layer {
  readonly name: string
  /** Definitions of its columns besides `fid` and `geom`. */
  readonly columns: string
  readonly kind?: string
  readonly srs?: number
  readonly rows: ReadonlyArray<ReadonlyArray<string | number | bigint | Uint8Array | null>>
}

/** Adds a layer as GDAL does. Its rows begin with the geometry. */
const addLayer = (db: DatabaseSync, { columns, kind = "features", name, rows, srs = 4326 }: Layer): void => {
  db.exec(`CREATE TABLE "${name}" ( "fid" INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, "geom" POINT, ${columns})`)
  db.prepare("INSERT INTO gpkg_contents (table_name, data_type, identifier, srs_id) VALUES (?, ?, ?, ?)").run(
    name,
    kind,
    name,
    srs
  )
  if (kind === "features") {
    db.prepare("INSERT INTO gpkg_geometry_columns VALUES (?, 'geom', 'POINT', ?, 0, 0)").run(name, srs)
  }
  if (rows[0] === undefined) return
  const insert = db.prepare(`INSERT INTO "${name}" VALUES (NULL${", ?".repeat(rows[0].length)})`)
  db.exec("BEGIN")
  for (const row of rows) insert.run(...row)
  db.exec("COMMIT")
}

/** Writes a GeoPackage with these layers to a file. */
export const geoPackage = (file: string, layers: ReadonlyArray<Layer>, more: (db: DatabaseSync) => void = () => {}) =>
  database(file, (db) => {
    db.exec(frame)
    for (const layer of layers) addLayer(db, layer)
    more(db)
  })

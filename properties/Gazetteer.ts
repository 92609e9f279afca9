import { toStringMethod } from "fast-check"

/**
 * A city that generated records use. Some cities deliberately share a name across regions, and some share a postcode.
 */
export interface GazetteerCity {
  readonly name: string
  readonly region: GazetteerRegion
  readonly postcodes: ReadonlyArray<string>
  readonly districts: ReadonlyArray<string>
}

export interface GazetteerRegion {
  /** ISO 3166-2. */
  readonly code: string
  /** As listed by ISO 3166-2. */
  readonly name: string
}

/** A small part of a country, so that random records share places. */
export interface Gazetteer {
  readonly country: string
  readonly cities: ReadonlyArray<GazetteerCity>
  readonly streets: ReadonlyArray<string>
  /** How a counterexample shows it: the name is enough. */
  readonly [toStringMethod]: () => string
}

const city = (
  region: GazetteerRegion,
  name: string,
  postcodes: ReadonlyArray<string>,
  districts: ReadonlyArray<string> = []
): GazetteerCity => ({ name, region, postcodes, districts })

const illinois = { code: "US-IL", name: "Illinois" }
const missouri = { code: "US-MO", name: "Missouri" }
const massachusetts = { code: "US-MA", name: "Massachusetts" }
const california = { code: "US-CA", name: "California" }

export const unitedStates: Gazetteer = {
  country: "US",
  cities: [
    city(illinois, "Springfield", ["62701", "62702"]),
    city(missouri, "Springfield", ["65801", "65802"]),
    city(massachusetts, "Springfield", ["01103"], ["South End"]),
    city(illinois, "Chicago", ["60601", "60614"], ["Lincoln Park", "South Side"]),
    city(missouri, "Kansas City", ["64101"]),
    city(california, "La Cañada Flintridge", ["91011"]),
    // The postcode of the city above: one postcode, two cities.
    city(california, "Pasadena", ["91011", "91101"], ["South End"])
  ],
  streets: ["Main Street", "Oak Street", "Martin Luther King Jr. Drive", "Calle Peñasco", "O'Brien Way", "100% Lane"],
  [toStringMethod]: () => "unitedStates"
}

const bavaria = { code: "DE-BY", name: "Bayern" }
const rhineland = { code: "DE-NW", name: "Nordrhein-Westfalen" }
const palatinate = { code: "DE-RP", name: "Rheinland-Pfalz" }

export const germany: Gazetteer = {
  country: "DE",
  cities: [
    city(bavaria, "München", ["80331", "80801"], ["Schwabing", "Au-Haidhausen"]),
    city(bavaria, "Neustadt", ["96465"]),
    city(rhineland, "Köln", ["50667", "50823"], ["Ehrenfeld", "Neustadt"]),
    city(palatinate, "Neustadt", ["67433"], ["Haardt"]),
    city(palatinate, "Grünstadt", ["67269", "67433"])
  ],
  streets: ["Hauptstraße", "Straße des 17. Juni", "Große Bleiche", "Am Bächle", "Weg_7"],
  [toStringMethod]: () => "germany"
}

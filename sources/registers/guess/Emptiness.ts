import { regExpOf } from "./Modifiers.ts"

/** Words for land on which nothing stands, and for houses in which nobody lives or will live. */
export const emptiness =
  "(?:^|[^\\p{L}])(?i:vacant|vacancy|unoccupied|uninhabit|derelict|condemned|demolish|demolition|demo(?:[^\\p{L}]|$)|razed|unimproved|undeveloped|boarded up|baldio|bald[ií]o|eriazo|desocupad|deshabitad|leerstehend|leerstand|unbebaut|abbruch|onbebouwd|leegstaand|gesloopt|inoccup|inhabit[ée]|terrain nu|non b[âa]ti|sfitt[oa]|inedificat|niezabudowan|pustostan|nezastav|obebygg|ubebygd|ubebygg|rivningstomt|beépítetlen|neconstruit|пустующ|незастро|снесен|снос|空地|空き家|空家|更地|빈집|나대지|空置)"

const form = regExpOf(emptiness)

export const isEmptiness = (text: string): boolean => form.test(text)

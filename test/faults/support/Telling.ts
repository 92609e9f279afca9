import { Console, Effect } from "effect"

/** Prints the figures of a fault for whoever runs the tests. */
export const tell = (fault: string, figures: Readonly<Record<string, number | string>>): void => {
  const text = Object.entries(figures).map(
    ([name, value]) => `${name} ${typeof value === "number" ? Math.round(value * 10) / 10 : value}`
  )
  Effect.runSync(Console.log(`${fault}: ${text.join(", ")}`))
}

export const pause = (millis: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, millis))

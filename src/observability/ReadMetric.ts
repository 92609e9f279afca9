import { type Context, Metric } from "effect"

/**
 * Registers a metric whose state is read when somebody asks for it. It is not removed at the end of a scope, because
 * exporters read it once more after that.
 */
export const registerRead = <Input, State>(
  context: Context.Context<never>,
  metric: Metric.Metric<Input, State>,
  get: () => State
): void => void Metric.registerUnsafe(metric, context, { get, update: () => undefined, modify: () => undefined })

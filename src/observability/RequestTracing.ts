import { Context } from "effect"

/** Whether requests are traced. Without a collector, traces would only cost time. */
export const RequestTracing = Context.Reference<boolean>("doorstep/RequestTracing", { defaultValue: () => false })

import { Context } from "effect"

/** Whether requests are traced. Without somebody to send traces to they cost time for nothing, so that they are not. */
export const RequestTracing = Context.Reference<boolean>("doorstep/RequestTracing", { defaultValue: () => false })

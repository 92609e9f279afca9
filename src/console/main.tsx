import "@mantine/core/styles.css"
import "@mantine/notifications/styles.css"
import "./styles.css"
import { createRoot } from "react-dom/client"
import { App } from "./App.tsx"
import { served } from "./page.ts"
import { holdFocus } from "./shell/heldFocus.ts"
import { printLight } from "./shell/paper.ts"
import { followTranslators } from "./translated.ts"

// A library that locks the page's scrolling behind dialogs looks for the nonce there.
Object.assign(globalThis, { __webpack_nonce__: served.styleNonce })

followTranslators(document.body)
holdFocus(document.body)
printLight(document.documentElement)

createRoot(document.querySelector("#root")!).render(<App />)

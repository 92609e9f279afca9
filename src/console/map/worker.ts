import { setWorkerUrl } from "maplibre-gl"
import workerUrl from "maplibre-gl/dist/maplibre-gl-worker.mjs?url"

// A file of this service, as the page's security policy requires.
setWorkerUrl(workerUrl)

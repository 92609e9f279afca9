import { Skeleton } from "@mantine/core"
import {
  Component,
  type ComponentType,
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useContext,
  useState
} from "react"
import { strings } from "../strings.ts"
import { Page } from "./Page.tsx"
import { Failure } from "./States.tsx"

/** A file of the console failed to load. */
class NotLoaded extends Error {
  constructor(outdated: boolean) {
    super(outdated ? strings.broken.outdated : strings.common.unreachable)
  }
}

/** The names of the console's files contain hashes: different names are a different build. */
const scriptsOf = (page: Document): string =>
  Array.from(page.querySelectorAll("script[src]"), (script) => script.getAttribute("src")).join(" ")

/** Whether the service has another build of the console than the one that is open; fails if it cannot be reached. */
const isOutdated = async (): Promise<boolean> => {
  const answer = await fetch("/console", { cache: "no-cache" })
  return scriptsOf(new DOMParser().parseFromString(await answer.text(), "text/html")) !== scriptsOf(document)
}

/** @param again whether the user asked to retry */
const explain = async (again: boolean): Promise<never> => {
  const outdated = await isOutdated().catch(() => undefined)
  // The URL says where the user is, so a reload leads to the same place. Browsers may cache a failed loading of a
  // script, so a retry needs a reload, too, once the service is back.
  if (outdated === true || (outdated === false && again)) window.location.reload()
  throw new NotLoaded(outdated === true)
}

interface BoundaryProps {
  /** What to show around the error message. */
  readonly broken: (failure: ReactNode) => ReactNode
  readonly onRetry: () => void
  readonly children: ReactNode
}

/** Confines errors to a part of the page; the rest of the page stays. */
class Boundary extends Component<BoundaryProps, { readonly error?: unknown }> {
  override state: { readonly error?: unknown } = {}

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    const shown = error instanceof NotLoaded ? error : { message: strings.broken.hint }
    return this.props.broken(<Failure error={shown} retry={this.props.onRetry} />)
  }
}

let tries = 0

/** Number of the current attempt to show a part. */
const Try = createContext(0)

interface FrameProps extends Pick<BoundaryProps, "children"> {
  /** Shown while the part is loading. */
  readonly fallback: ReactNode
  readonly broken?: BoundaryProps["broken"]
}

/** A part of a page. Errors within it, including a failure to load it, can be retried. */
export const Frame = ({ broken = (failure) => failure, children, fallback }: FrameProps) => {
  const [number, setNumber] = useState(() => ++tries)
  return (
    <Try value={number}>
      <Boundary key={number} broken={broken} onRetry={() => setNumber(++tries)}>
        <Suspense fallback={fallback}>{children}</Suspense>
      </Boundary>
    </Try>
  )
}

/** A whole page. */
export const PageFrame = ({ children }: Pick<FrameProps, "children">) => (
  <Frame
    fallback={<Skeleton h={320} role="status" aria-label={strings.common.loading} />}
    broken={(failure) => <Page title={strings.broken.title}>{failure}</Page>}
  >
    {children}
  </Frame>
)

interface Loading<Props> {
  readonly number: number
  readonly component: ComponentType<Props>
  failed: boolean
}

/** A part that is loaded when it is first shown. A failed load is not kept: the next attempt loads again. */
export const lazyPart = <Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> => {
  let loading: Loading<Props> | undefined
  const begin = (number: number, again: boolean): Loading<Props> => {
    const begun: Loading<Props> = {
      number,
      failed: false,
      component: lazy(async () => ({
        default: await load().catch(() => {
          begun.failed = true
          return explain(again)
        })
      }))
    }
    return begun
  }
  return function LazyPart(props: Props) {
    const number = useContext(Try)
    if (loading === undefined || (loading.failed && loading.number !== number)) {
      loading = begin(number, loading !== undefined)
    }
    const Loaded = loading.component
    return <Loaded {...props} />
  }
}

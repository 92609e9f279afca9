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

/** A file of the console did not come. */
class NotLoaded extends Error {
  constructor(outdated: boolean) {
    super(outdated ? strings.broken.outdated : strings.common.unreachable)
  }
}

/** Files of the console have hashes in their names: other names are another build. */
const scriptsOf = (page: Document): string =>
  Array.from(page.querySelectorAll("script[src]"), (script) => script.getAttribute("src")).join(" ")

/** Whether the service has another build of the console than the one that is open; fails where it cannot be reached. */
const isOutdated = async (): Promise<boolean> => {
  const answer = await fetch("/console", { cache: "no-cache" })
  return scriptsOf(new DOMParser().parseFromString(await answer.text(), "text/html")) !== scriptsOf(document)
}

/** @param again whether somebody has asked to try again */
const explain = async (again: boolean): Promise<never> => {
  const outdated = await isOutdated().catch(() => undefined)
  // The page's address holds where one is: loading it anew leads to the same place. Browsers may keep a failed loading
  // of a script, so trying again once the service is back needs it, too.
  if (outdated === true || (outdated === false && again)) window.location.reload()
  throw new NotLoaded(outdated === true)
}

interface BoundaryProps {
  /** What stands around the sentence that says what broke. */
  readonly broken: (failure: ReactNode) => ReactNode
  readonly onRetry: () => void
  readonly children: ReactNode
}

/** Keeps what breaks within a part to the part: what surrounds it stays. */
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

/** Number of the present try to show a part. */
const Try = createContext(0)

interface FrameProps extends Pick<BoundaryProps, "children"> {
  /** While the part is loaded. */
  readonly fallback: ReactNode
  readonly broken?: BoundaryProps["broken"]
}

/** A part of a page; what breaks within it, its own loading included, can be tried again. */
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

/** A part that is loaded when it is first seen. A loading that failed is not kept: the next try loads anew. */
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

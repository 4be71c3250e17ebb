// Loaded data, and what stands in its place: placeholders as large as what is loading, that there is nothing yet, that nothing matches a
// search, or that it could not be loaded, which `error-state.tsx` says, because the first script needs it. `LateNotice` says whether data
// is stale.

import type { ComponentProps, ReactNode } from 'react'
import { SearchX } from 'lucide-react'
import { Button, ButtonLink } from '../controls/button.tsx'
import { Card } from '../display/surfaces.tsx'
import { VisuallyHidden } from '../visually-hidden.tsx'
import { t } from '../../i18n/t.ts'
import { isNotFound, requestMessage } from '../../http/request-failed.ts'
import type { LiveView } from '../../live/live-types.ts'
import { usePageTitle } from '../../navigation/router.ts'
import { ErrorState } from './error-state.tsx'
import words from '../../styles/words.module.css'
import skeleton from './skeleton.module.css'
import css from './states.module.css'

/** Whether it has a card of its own, with its padding or `flush` with its edges. */
type InCard = { inCard?: boolean | 'flush' | undefined }

const CardAround = ({ inCard, children }: InCard & { children: ReactNode }) =>
  inCard ? <Card padding={inCard === 'flush' ? 'none' : undefined}>{children}</Card> : children

type LoadedProps<Data> = InCard &
  Pick<ComponentProps<typeof ErrorState>, 'compact' | 'heading' | 'retryLabel'> & {
    view: LiveView<Data>
    /** What is shown until the first response. */
    loading: ReactNode
    /** The title of the failure of the first load; default: its message. */
    failed?: string
    /** The text of a failure about which the server says nothing; default: `failedText` of the definition, or that it cannot be reached. */
    advice?: string
    /** What is shown if there is no such thing; default: the failure. */
    gone?: ComponentProps<typeof EmptyState>
    /** What is shown instead of data without anything in it. */
    empty?: ReactNode
    children: (data: Data) => ReactNode
  }

/** Shows loaded data, or that it is loading, could not be loaded, is gone or is empty. */
export function Loaded<Data>({
  view,
  loading,
  failed,
  advice,
  gone,
  inCard,
  empty,
  children,
  ...look
}: LoadedProps<Data>) {
  if (view.state === 'loading') return loading
  if (view.state !== 'failed')
    return view.state === 'empty' && empty !== undefined ? empty : children(view.data)
  return (
    <CardAround inCard={inCard}>
      {gone && isNotFound(view.error) ? (
        <EmptyState {...gone} />
      ) : (
        <ErrorState {...look} title={failed ?? view.message} onRetry={view.reload}>
          {failed === undefined ? undefined : view.message || (advice ?? requestMessage(view.error))}
        </ErrorState>
      )}
    </CardAround>
  )
}

type LoadedThingProps<Data> = LoadedProps<Data> & { nameOf: (data: Data) => string }

/** `Loaded` for the one thing that an address names. The browser tab has its name, or says that it is gone or could not be loaded. */
export function LoadedThing<Data>({ nameOf, ...props }: LoadedThingProps<Data>) {
  const { view, gone, failed } = props
  const failure = isNotFound(view.error) ? gone?.title : failed
  usePageTitle(view.state === 'failed' ? failure : view.data && nameOf(view.data))
  return <Loaded {...props} />
}

type EmptyStateProps = InCard & {
  title: string
  text?: ReactNode
  action?: ReactNode
  link?: ComponentProps<typeof ButtonLink>
  heading?: 'h1' | 'h2' | 'h3'
}

/** Says that there is nothing yet, and offers one action or link. */
export const EmptyState = ({ heading: Heading = 'h2', ...props }: EmptyStateProps) => (
  <CardAround inCard={props.inCard}>
    <div className={css.state}>
      <svg viewBox="0 0 128 64" width="128" height="64" aria-hidden="true" className={css.drawing}>
        <g transform="translate(2 62) skewX(-14)">
          {[20, 34, 60, 34, 20].map((height, index) => (
            <rect
              key={index}
              x={index * 26}
              y={-height}
              width="18"
              height={height}
              rx="3.6"
              data-missing={index === 2 || undefined}
            />
          ))}
        </g>
      </svg>
      <Heading>{props.title}</Heading>
      {props.text && <p>{props.text}</p>}
      {props.action}
      {props.link && <ButtonLink {...props.link} />}
    </div>
  </CardAround>
)

type NoMatchesProps = Pick<ComponentProps<typeof ErrorState>, 'title' | 'compact'> & { onClear: () => void }

/** Says that no entry matches the search or the filters. */
export const NoMatches = ({ title, onClear, compact }: NoMatchesProps) => (
  <div className={css.state} role="status" data-compact={compact}>
    <SearchX className={words.pale} size={30} strokeWidth={1.9} />
    {compact ? <h3>{title}</h3> : <h2>{title}</h2>}
    <p>{t('ui.adjustSearch')}</p>
    <Button onClick={onClear}>{t('common.clearAll')}</Button>
  </div>
)

type SkeletonProps = {
  /** CSS lengths. */
  width?: string | undefined
  height?: string | undefined
  shape?: 'line' | 'block' | 'avatar' | 'strip' | undefined
}

/** The placeholder of one element. */
export const Skeleton = ({ width = '100%', height, shape = 'line' }: SkeletonProps) => (
  <span className={`${skeleton.shape} ${skeleton[shape]}`} style={{ width, height }} />
)

type SkeletonGroupProps = { className: string | undefined; label?: string | undefined; children: ReactNode }

/** Announces once that something is loading; shows nothing for the first 150 ms. */
const SkeletonGroup = ({ className, label = t('ui.loading'), children }: SkeletonGroupProps) => (
  <div role="status" className={`${skeleton.waiting} ${className ?? ''}`}>
    <VisuallyHidden>{label}</VisuallyHidden>
    {children}
  </div>
)

const times = (count: number, render: (index: number) => ReactNode) =>
  Array.from({ length: count }, (_, index) => render(index))

const nameWidths = ['56%', '43%', '65%', '48%', '60%']
const avatar = <Skeleton shape="avatar" width="36px" height="36px" />
const nameAt = (index: number) => <Skeleton width={nameWidths[index % nameWidths.length] ?? '50%'} />

type ListProps = { count?: number; label?: string | undefined }

/** Placeholders for rows of people: avatar, name, strip, number. */
export const SkeletonRows = ({ count = 5, label, inCard }: ListProps & InCard) => (
  <CardAround inCard={inCard && 'flush'}>
    <SkeletonGroup className={skeleton.rows} label={label}>
      {times(count, (index) => (
        <div key={index} className={skeleton.row}>
          {avatar}
          <span className={skeleton.lines}>
            {nameAt(index)}
            <Skeleton shape="strip" width="180px" height="11px" />
          </span>
          <Skeleton width="46px" height="16px" />
        </div>
      ))}
    </SkeletonGroup>
  </CardAround>
)

/** Placeholders for the rows of a menu: avatar, two lines. */
export const SkeletonMenu = ({ count = 3, label }: ListProps) => (
  <SkeletonGroup className={skeleton.menu} label={label}>
    {times(count, (index) => (
      <div key={index} className={skeleton.item}>
        {avatar}
        <span className={skeleton.lines}>
          {nameAt(index)}
          <Skeleton width="72%" height="9px" />
        </span>
      </div>
    ))}
  </SkeletonGroup>
)

/** Placeholders for cards of projects or resources. */
export const SkeletonCards = ({ count = 3, label }: ListProps) => (
  <SkeletonGroup className={skeleton.cards} label={label}>
    {times(count, (index) => (
      <div key={index} className={skeleton.card}>
        <Skeleton shape="block" height="auto" />
        <span className={skeleton.lines}>
          <Skeleton width="60%" height="16px" />
          <Skeleton />
          <Skeleton width="80%" />
        </span>
      </div>
    ))}
  </SkeletonGroup>
)

/** The placeholder of the head of a project: title, two links, person. */
export const SkeletonProjectHead = () => (
  <SkeletonGroup className={skeleton.projectHead}>
    <Skeleton width="60%" height="30px" />
    <Skeleton shape="block" height="auto" />
    <span className={skeleton.person}>
      <Skeleton shape="avatar" width="32px" height="32px" />
      <Skeleton width="46%" />
    </span>
  </SkeletonGroup>
)

/** The placeholder of a text with its heading. */
export const SkeletonText = () => (
  <SkeletonGroup className={skeleton.lines}>
    <Skeleton width="60%" height="24px" />
    <Skeleton />
    <Skeleton />
    <Skeleton width="80%" />
  </SkeletonGroup>
)

/** The placeholder of four stats; `cards` draws each in a card, two in a row on phones and four on wide screens. */
export const SkeletonStats = ({ cards = false }: { cards?: boolean }) => (
  <SkeletonGroup className={cards ? skeleton.statCards : skeleton.stats}>
    {times(4, (index) => (
      <span key={index} className={skeleton.lines}>
        <Skeleton width="70%" />
        <Skeleton width="46%" height="24px" />
      </span>
    ))}
  </SkeletonGroup>
)

/** The placeholder of a form: labels, fields, the main action. */
export const SkeletonForm = ({ fields = 2 }: { fields?: number }) => (
  <SkeletonGroup className={skeleton.form}>
    <Skeleton width="40%" height="30px" />
    {times(fields, (index) => (
      <span key={index} className={skeleton.lines}>
        <Skeleton width="30%" />
        <Skeleton shape="block" height="44px" />
      </span>
    ))}
    <Skeleton shape="block" height="50px" />
  </SkeletonGroup>
)

/** The placeholder of a header on the dark panel, with the route of thirty slashes. */
export const SkeletonBoard = () => (
  <SkeletonGroup className={skeleton.board}>
    <Skeleton width="46%" height="34px" />
    <Skeleton width="30%" />
    <Skeleton shape="strip" height="72px" />
  </SkeletonGroup>
)

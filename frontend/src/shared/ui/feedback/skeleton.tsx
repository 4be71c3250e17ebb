import type { ReactNode } from 'react'
import { VisuallyHidden } from '../visually-hidden.tsx'
import css from './skeleton.module.css'

type SkeletonProps = {
  /** CSS lengths. */
  width?: string | undefined
  height?: string | undefined
  shape?: 'line' | 'block' | 'avatar' | 'strip' | undefined
}

/** The placeholder of one element. */
export const Skeleton = ({ width = '100%', height, shape = 'line' }: SkeletonProps) => (
  <span className={`${css.shape} ${css[shape]}`} style={{ width, height }} />
)

/** Announces once that something is loading; shows nothing for the first 150 ms. */
const Waiting = ({
  className,
  words = 'Loading',
  children,
}: {
  className?: string | undefined
  words?: string | undefined
  children: ReactNode
}) => (
  <div role="status" className={`${css.waiting} ${className ?? ''}`}>
    <VisuallyHidden>{words}</VisuallyHidden>
    {children}
  </div>
)

const places = (count: number) => Array.from({ length: count }, (_, at) => at)
const nameWidths = ['56%', '43%', '65%', '48%', '60%']

/** Rows of people: avatar, name, strip, number. */
export const SkeletonRows = ({ count = 5, words }: { count?: number; words?: string }) => (
  <Waiting className={css.rows} {...(words && { words })}>
    {places(count).map((at) => (
      <div key={at} className={css.row}>
        <Skeleton shape="avatar" width="36px" height="36px" />
        <span className={css.lines}>
          <Skeleton width={nameWidths[at % nameWidths.length] ?? '50%'} />
          <Skeleton shape="strip" width="180px" height="11px" />
        </span>
        <Skeleton width="46px" height="16px" />
      </div>
    ))}
  </Waiting>
)

/** Rows of a menu: avatar, two lines. */
export const SkeletonMenu = ({ count = 3, words }: { count?: number; words?: string }) => (
  <Waiting className={css.menu} {...(words && { words })}>
    {places(count).map((at) => (
      <div key={at} className={css.item}>
        <Skeleton shape="avatar" width="36px" height="36px" />
        <span className={css.lines}>
          <Skeleton width={nameWidths[at % nameWidths.length] ?? '50%'} />
          <Skeleton width="72%" height="9px" />
        </span>
      </div>
    ))}
  </Waiting>
)

/** Cards of projects or resources. */
export const SkeletonCards = ({ count = 3 }: { count?: number }) => (
  <Waiting className={css.cards}>
    {places(count).map((at) => (
      <div key={at} className={css.card}>
        <Skeleton shape="block" height="auto" />
        <span className={css.lines}>
          <Skeleton width="60%" height="16px" />
          <Skeleton />
          <Skeleton width="80%" />
        </span>
      </div>
    ))}
  </Waiting>
)

/** A row of stats. */
export const SkeletonStats = ({ count = 4 }: { count?: number }) => (
  <Waiting className={css.stats}>
    {places(count).map((at) => (
      <span key={at} className={css.lines}>
        <Skeleton width="70%" />
        <Skeleton width="46%" height="24px" />
      </span>
    ))}
  </Waiting>
)

/** A form: labels, fields, the main action. */
export const SkeletonForm = ({ fields = 2 }: { fields?: number }) => (
  <Waiting className={css.form}>
    <Skeleton width="40%" height="30px" />
    {places(fields).map((at) => (
      <span key={at} className={css.lines}>
        <Skeleton width="30%" />
        <Skeleton shape="block" height="44px" />
      </span>
    ))}
    <Skeleton shape="block" height="50px" />
  </Waiting>
)

/** The header of a screen on the dark panel, with the route of thirty slashes. */
export const SkeletonBoard = () => (
  <Waiting className={css.board}>
    <Skeleton width="46%" height="34px" />
    <Skeleton width="30%" />
    <Skeleton shape="strip" height="72px" />
  </Waiting>
)

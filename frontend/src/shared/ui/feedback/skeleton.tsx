// Placeholders for what is loading, as large as what comes.

import type { ReactNode } from 'react'
import { VisuallyHidden } from '../visually-hidden.tsx'
import { t } from '../../i18n/t.ts'
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
const SkeletonGroup = ({
  className,
  label = t('ui.loading'),
  children,
}: {
  className?: string | undefined
  label?: string | undefined
  children: ReactNode
}) => (
  <div role="status" className={`${css.waiting} ${className ?? ''}`}>
    <VisuallyHidden>{label}</VisuallyHidden>
    {children}
  </div>
)

const indexes = (count: number) => Array.from({ length: count }, (_, index) => index)
const nameWidths = ['56%', '43%', '65%', '48%', '60%']

/** Placeholders for rows of people: avatar, name, strip, number. */
export const SkeletonRows = ({ count = 5, label }: { count?: number; label?: string | undefined }) => (
  <SkeletonGroup className={css.rows} label={label}>
    {indexes(count).map((index) => (
      <div key={index} className={css.row}>
        <Skeleton shape="avatar" width="36px" height="36px" />
        <span className={css.lines}>
          <Skeleton width={nameWidths[index % nameWidths.length] ?? '50%'} />
          <Skeleton shape="strip" width="180px" height="11px" />
        </span>
        <Skeleton width="46px" height="16px" />
      </div>
    ))}
  </SkeletonGroup>
)

/** Placeholders for the rows of a menu: avatar, two lines. */
export const SkeletonMenu = ({ count = 3, label }: { count?: number; label?: string | undefined }) => (
  <SkeletonGroup className={css.menu} label={label}>
    {indexes(count).map((index) => (
      <div key={index} className={css.item}>
        <Skeleton shape="avatar" width="36px" height="36px" />
        <span className={css.lines}>
          <Skeleton width={nameWidths[index % nameWidths.length] ?? '50%'} />
          <Skeleton width="72%" height="9px" />
        </span>
      </div>
    ))}
  </SkeletonGroup>
)

/** Placeholders for cards of projects or resources. */
export const SkeletonCards = ({ count = 3 }: { count?: number }) => (
  <SkeletonGroup className={css.cards}>
    {indexes(count).map((index) => (
      <div key={index} className={css.card}>
        <Skeleton shape="block" height="auto" />
        <span className={css.lines}>
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
  <SkeletonGroup className={css.projectHead}>
    <Skeleton width="60%" height="30px" />
    <Skeleton shape="block" height="auto" />
    <span className={css.person}>
      <Skeleton shape="avatar" width="32px" height="32px" />
      <Skeleton width="46%" />
    </span>
  </SkeletonGroup>
)

/** The placeholder of a text with its heading. */
export const SkeletonText = () => (
  <SkeletonGroup className={css.lines}>
    <Skeleton width="60%" height="24px" />
    <Skeleton />
    <Skeleton />
    <Skeleton width="80%" />
  </SkeletonGroup>
)

/** The placeholder of four stats; `cards` draws each in a card, two in a row on phones and four on wide screens. */
export const SkeletonStats = ({ cards = false }: { cards?: boolean }) => (
  <SkeletonGroup className={cards ? css.statCards : css.stats}>
    {indexes(4).map((index) => (
      <span key={index} className={css.lines}>
        <Skeleton width="70%" />
        <Skeleton width="46%" height="24px" />
      </span>
    ))}
  </SkeletonGroup>
)

/** The placeholder of a form: labels, fields, the main action. */
export const SkeletonForm = ({ fields = 2 }: { fields?: number }) => (
  <SkeletonGroup className={css.form}>
    <Skeleton width="40%" height="30px" />
    {indexes(fields).map((index) => (
      <span key={index} className={css.lines}>
        <Skeleton width="30%" />
        <Skeleton shape="block" height="44px" />
      </span>
    ))}
    <Skeleton shape="block" height="50px" />
  </SkeletonGroup>
)

/** The placeholder of a header on the dark panel, with the route of thirty slashes. */
export const SkeletonBoard = () => (
  <SkeletonGroup className={css.board}>
    <Skeleton width="46%" height="34px" />
    <Skeleton width="30%" />
    <Skeleton shape="strip" height="72px" />
  </SkeletonGroup>
)

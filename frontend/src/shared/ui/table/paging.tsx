// The pages of a table: what a screen says about them, where each ends, and the line below the rows that offers the next one.

import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Button } from '../controls/button.tsx'
import { t } from '../../i18n/t.ts'
import defaults from './data-table.module.css'

export type Paging = {
  /** From 1. */
  page: number
  onPage: (page: number) => void
  /** The number of rows on page 1, and how many each further page adds. */
  firstPageSize?: number
  pageSize?: number
  /** Whether the server has more rows than are loaded. */
  hasMore: boolean
  moreState: 'idle' | 'loading' | 'failed'
  onMore: () => void
  /** Says how many rows are shown. */
  summary?: (shownCount: number) => ReactNode
  /** An action beside the summary. */
  action?: ReactNode
}

const firstPage = 22
const nextPages = 100

/** Returns the number of rows up to the end of the current page; all without pages. */
export const lastRowOf = (paging: Paging | undefined): number => {
  if (paging === undefined) return Infinity
  const { page, firstPageSize = firstPage, pageSize = nextPages } = paging
  return firstPageSize + (page - 1) * pageSize
}

/** Returns the page that ends after a row. */
export const pageOf = (index: number, { firstPageSize = firstPage, pageSize = nextPages }: Paging): number =>
  1 + Math.max(0, Math.ceil((index + 1 - firstPageSize) / pageSize))

type TableFooterProps = {
  paging: Paging
  shownCount: number
  /** Whether there are more rows, loaded or not. */
  hasMore: boolean
  onMore: () => void
  className: string | undefined
}

/** Says how many rows are shown, and offers the next page. */
export const TableFooter = ({ paging, shownCount, hasMore, onMore, className }: TableFooterProps) => {
  const { moreState, summary, action } = paging
  const hasFailed = moreState === 'failed'
  return (
    <div className={classNames(defaults.foot, className)}>
      <p>{summary?.(shownCount)}</p>
      {action}
      {hasFailed && <p role="alert">{t('ui.moreNotLoaded')}</p>}
      {hasMore && (
        <Button
          busy={moreState === 'loading'}
          busyText={t('ui.loading')}
          onClick={hasFailed ? paging.onMore : onMore}
        >
          {hasFailed ? t('common.tryAgain') : t('common.showMore')}
        </Button>
      )}
    </div>
  )
}

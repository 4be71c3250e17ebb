// The pages of a table: what a screen says about them, and where each ends.

import type { ReactNode } from 'react'

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

// Says how many rows are shown, and offers the next page.

import { classNames } from '../class-names.ts'
import { Button } from '../controls/button.tsx'
import { t } from '../../i18n/t.ts'
import type { Paging } from './paging.ts'
import defaults from './data-table.module.css'

type TableFooterProps = {
  paging: Paging
  shownCount: number
  hasMore: boolean
  onMore: () => void
  className: string | undefined
}

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

// Shown if the board cannot be loaded: the error, and the cached board or labelled demo data.

import { filterRows, type BoardFilter } from '../../../shared/leaderboard/board.ts'
import { NoMatches } from '../../../shared/ui/feedback/states.tsx'
import { Banner } from '../../../shared/ui/feedback/banner.tsx'
import { Button } from '../../../shared/ui/controls/button.tsx'
import { Time } from '../../../shared/ui/display/time.tsx'
import { DataTable } from '../../../shared/ui/table/data-table.tsx'
import { rowClasses, useBoardRow } from '../list/board-row.tsx'
import { t } from '../../../shared/i18n/t.ts'
import { createDemoBoard } from './demo-board.ts'
import { readCachedBoard, type CachedBoard } from './cached-board.ts'

/** What is shown while the board cannot be loaded: the cached board, or example data. */
export type Fallback = { board: CachedBoard; isDemo: boolean }

export function loadFallback(): Fallback {
  const cached = readCachedBoard()
  return cached ? { board: cached, isDemo: false } : { board: createDemoBoard(), isDemo: true }
}

type FallbackBoardProps = {
  fallback: Fallback
  filter: BoardFilter
  message: string
  onRetry: () => void
  onClear: () => void
}

export const FallbackBoard = ({
  fallback: { board, isDemo },
  filter,
  message,
  onRetry,
  onClear,
}: FallbackBoardProps) => {
  return (
    <div>
      <Banner
        kind="danger"
        live
        action={
          <Button size="small" onClick={onRetry}>
            {t('common.retry')}
          </Button>
        }
      >
        {message}
      </Banner>
      <Banner kind="info" {...(isDemo && { title: t('leaderboard.demoData') })}>
        {isDemo
          ? t('leaderboard.demoText')
          : t.rich('leaderboard.cachedText', { time: () => <Time at={board.asOf} /> })}
      </Banner>
      <DataTable
        label={t('common.standings')}
        view={{ state: 'ready', rows: filterRows(board.rows, filter) }}
        definition={useBoardRow()}
        classes={rowClasses}
        countChanges={false}
        empty={<NoMatches title={t('common.noMatch')} onClear={onClear} />}
      />
    </div>
  )
}

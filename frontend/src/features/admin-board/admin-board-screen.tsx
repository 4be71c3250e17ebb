import { useEffect, useState } from 'react'
import { RefreshCw } from 'lucide-react'
import { LivePill } from '../../shared/live-pill.tsx'
import layout from '../../shared/styles/layout.module.css'
import { Button } from '../../shared/ui/button.tsx'
import { followAdminBoard, useAdminBoard } from './board-store.ts'
import { CriteriaCard } from './criteria-card.tsx'
import { Figures } from './figures.tsx'
import { NextToReview } from './next-to-review.tsx'
import { PerDayCard } from './per-day-card.tsx'
import { Standings } from './standings.tsx'
import css from './admin-board-screen.module.css'

/** The contest at a glance, live: figures, charts, the first ten, and what waits for review. */
export const AdminBoardScreen = () => {
  useEffect(followAdminBoard, [])
  return (
    <div className={`${layout.admin} ${css.screen}`}>
      <header className={css.head}>
        <h1>Leaderboard</h1>
        <LivePill subject="standings" />
        <Refresh />
      </header>
      <Figures />
      <div className={css.parts}>
        <PerDayCard />
        <CriteriaCard />
        <Standings />
        <NextToReview />
      </div>
    </div>
  )
}

const Refresh = () => {
  const refresh = useAdminBoard((board) => board.refresh)
  const [busy, setBusy] = useState(false)
  const press = async () => {
    setBusy(true)
    await refresh()
    setBusy(false)
  }
  return (
    <Button
      icon={<RefreshCw aria-hidden="true" />}
      busy={busy}
      busyText=""
      aria-label="Refresh"
      onClick={() => void press()}
    >
      <span className={css.words}>Refresh</span>
    </Button>
  )
}

import { useEffect, useState } from 'react'
import { RefreshCw } from 'lucide-react'
import { ChallengeEnd } from '../../shared/challenge/challenge-end.tsx'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { LiveConnectionPill } from '../../shared/live/live-connection-pill.tsx'
import hidden from '../../shared/ui/visually-hidden.module.css'
import { AdminPage } from '../../shared/ui/page/admin-page.tsx'
import { Button } from '../../shared/ui/controls/button.tsx'
import {
  followAdminBoard,
  refreshAdminBoard,
  setAdminBoardPaused,
  standingsStore,
} from './admin-board-stores.ts'
import { CriteriaCard } from './criteria-card.tsx'
import { StatisticsCards } from './statistics-cards.tsx'
import { NextToReview } from './next-to-review.tsx'
import { SubmissionsPerDayCard } from './submissions-per-day-card.tsx'
import { Standings } from './standings.tsx'
import css from './admin-board-screen.module.css'

/** The live overview of the challenge: statistics, charts, the standings and pending submissions. */
export const AdminBoardScreen = () => {
  useEffect(followAdminBoard, [])
  return (
    <AdminPage
      title="Leaderboard"
      actions={
        <>
          <LiveConnectionPill
            store={{ ...standingsStore, refresh: refreshAdminBoard, setPaused: setAdminBoardPaused }}
            subject="standings"
          />
          <Refresh />
        </>
      }
      note={<End />}
    >
      <StatisticsCards />
      <div className={css.parts}>
        <SubmissionsPerDayCard />
        <CriteriaCard />
        <Standings />
        <NextToReview />
      </div>
    </AdminPage>
  )
}

const End = () => {
  const { endsAt, ended, timeZone } = useCurrentDay()
  return endsAt && <ChallengeEnd {...{ endsAt, ended, timeZone }} />
}

const Refresh = () => {
  const [busy, setBusy] = useState(false)
  const reload = async () => {
    setBusy(true)
    await refreshAdminBoard()
    setBusy(false)
  }
  return (
    <Button
      icon={<RefreshCw aria-hidden="true" />}
      busy={busy}
      busyText=""
      aria-label="Refresh"
      onClick={() => void reload()}
    >
      <span className={hidden.visuallyHiddenOnPhones}>Refresh</span>
    </Button>
  )
}

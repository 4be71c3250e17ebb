// The layout of the leaderboard, live or of a past day.

import type { ReactNode } from 'react'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { FrozenSince } from '../../shared/challenge/frozen-since.tsx'
import { ImportedBanner, ImportedNotice } from '../../shared/challenge/imported-notice.tsx'
import frames from '../../shared/styles/frames.module.css'
import { Banner } from '../../shared/ui/feedback/banner.tsx'
import hidden from '../../shared/ui/visually-hidden.module.css'
import { t } from '../../shared/i18n/t.ts'
import css from './leaderboard-screen.module.css'

type BoardPageProps = {
  header: ReactNode
  /** Beside the list from 1200 px on, else below it. */
  side: ReactNode
  /** Whether the board of a past day is of an imported run; missing for the live one. */
  isPastImported?: boolean
  /** The tools and the list. */
  children: ReactNode
}

export const BoardPage = ({ header, side, isPastImported, children }: BoardPageProps) => (
  <>
    {header}
    <div className={`${frames.page} ${css.columns}`}>
      <section className={css.main} aria-labelledby="standings">
        <h2 id="standings" className={hidden.visuallyHidden}>
          {t('common.standings')}
        </h2>
        <FreezeNotice />
        {isPastImported === undefined ? <ImportedNotice /> : isPastImported && <ImportedBanner />}
        {children}
      </section>
      <aside className={css.side} aria-label={t('leaderboard.moreAboutBoard')}>
        {side}
      </aside>
    </div>
  </>
)

/** Tells participants that the standings are of an earlier time. Nothing while the leaderboard is not frozen. */
export const FreezeNotice = () => {
  const { frozen, frozenAt, timeZone } = useCurrentDay()
  if (!frozen || frozenAt === null) return null
  return (
    <Banner kind="info" live>
      <FrozenSince frozenAt={frozenAt} timeZone={timeZone} />
    </Banner>
  )
}

// The top of the landing page: title, the way in, when the challenge ends, and the top of the leaderboard.

import type { ShowcaseRow } from '@thirty/contracts/leaderboard/api.ts'
import { ArrowRight } from 'lucide-react'
import { useId } from 'react'
import { ChallengeEnd, FrozenSince } from '../../shared/challenge/challenge-time.tsx'
import { plannedDays, dayMarks } from '../../shared/challenge/day-marks.ts'
import { HeatStrip } from '../../shared/charts/days/heat-strip.tsx'
import { ThirtyBarsBackdrop } from '../../shared/charts/days/thirty-bars-backdrop.tsx'
import { t, formatName, formatPoints, formatNumber } from '../../shared/i18n/t.ts'
import { LiveConnectionPill } from '../../shared/ui/feedback/live-connection-pill.tsx'
import { useLiveData } from '../../shared/live/live-data.ts'
import { paths } from '../../shared/navigation/router.ts'
import { Avatar } from '../../shared/people/people.tsx'
import { ButtonLink, Button } from '../../shared/ui/controls/button.tsx'
import { FullText } from '../../shared/ui/controls/tooltip.tsx'
import { SlantedBadge, RankChange } from '../../shared/ui/display/marks.tsx'
import { SkeletonRows } from '../../shared/ui/feedback/states.tsx'
import { useRankFlip } from '../../shared/ui/motion/use-rank-flip.ts'
import { useRecentGain } from '../../shared/ui/motion/use-recent-gain.ts'
import { ByLayout } from '../../shared/ui/use-wide-layout.tsx'
import { useShowcase, showcase } from './showcase.ts'
import frames from '../../shared/styles/frames.module.css'
import type_ from '../../shared/styles/type.module.css'
import css from './hero.module.css'

export const Hero = () => {
  const response = useShowcase()
  const day = response?.day ?? 1
  return (
    <>
      <section className={css.hero} data-field>
        <div className={`${frames.page} ${css.inside}`}>
          <div className={css.words}>
            <h1 className={type_.display}>{t.rich('landing.heroTitle')}</h1>
            <p className={css.lead}>{t('landing.heroText')}</p>
            <div className={css.actions}>
              <ButtonLink to={paths.signUpOnLogInPage} kind="today" size="large" iconEnd={<ArrowRight />}>
                {t('common.joinTheChallenge')}
              </ButtonLink>
              <ButtonLink to={paths.section('rules')} kind="field-outline" size="large">
                {t('landing.readTheRules')}
              </ButtonLink>
            </div>
            {/* An empty line until the end is known, so that what is below does not jump. */}
            <p className={css.end}>
              {response?.endsAt ? (
                <ChallengeEnd endsAt={response.endsAt} ended={response.ended} timeZone={response.timeZone} />
              ) : (
                '\u00a0'
              )}
            </p>
          </div>
          <ByLayout wide={<ShowcaseCard maxRows={6} />} />
        </div>
        <ByLayout
          wide={<ThirtyBarsBackdrop days={plannedDays(day)} numbers height={210} />}
          narrow={<ThirtyBarsBackdrop days={plannedDays(day)} height={104} />}
        />
      </section>
      <ByLayout
        narrow={
          <div className={`${frames.page} ${css.below}`}>
            <ShowcaseCard maxRows={4} />
          </div>
        }
      />
    </>
  )
}

/** The top of the leaderboard with live updates, for visitors. */
const ShowcaseCard = ({ maxRows }: { maxRows: number }) => {
  const view = useLiveData(showcase)
  const { data: response } = view
  const rows = response?.rows.slice(0, maxRows) ?? []
  const list = useRankFlip<HTMLOListElement>({ order: rows.map(({ id }) => id) })
  const headingId = useId()
  return (
    <section className={css.card} data-plain aria-labelledby={headingId}>
      <div className={css.head}>
        <h2 id={headingId}>
          {response ? t('landing.leaderboardOfDay', { day: response.day }) : t('common.leaderboard')}
        </h2>
        {response && <LiveConnectionPill view={view} inCard="with-retry" />}
      </div>
      {response?.frozen && response.frozenAt !== null && (
        <p className={css.frozen} role="status">
          <FrozenSince frozenAt={response.frozenAt} timeZone={response.timeZone} />
        </p>
      )}
      {view.state === 'loading' && <SkeletonRows count={maxRows} />}
      {view.state === 'failed' && (
        <div className={css.note} role="alert">
          <p>{t('landing.leaderboardFailed')}</p>
          <Button size="small" onClick={view.reload}>
            {t('common.retry')}
          </Button>
        </div>
      )}
      {view.state === 'empty' && <p className={css.note}>{t('common.noSubmissions')}</p>}
      {view.state === 'ready' && (
        <ol ref={list} className={css.rows}>
          {rows.map((row) => (
            <Row key={row.id} row={row} day={view.data.day} />
          ))}
        </ol>
      )}
    </section>
  )
}

const Row = ({ row, day }: { row: ShowcaseRow; day: number }) => {
  const gained = useRecentGain(row.totalPoints)
  return (
    <li data-flip-id={row.id} data-moved={gained !== undefined || undefined}>
      {gained !== undefined && (
        <span className={css.gain}>
          <SlantedBadge tone="today" size="small">
            {formatNumber(gained, { signDisplay: 'always' })}
          </SlantedBadge>
        </span>
      )}
      <span className={css.rank}>{row.rank}</span>
      <Avatar id={row.id} name={row.name} image={row.avatar} size={32} />
      <span className={css.who}>
        <FullText as="strong" dir="auto" text={formatName(row.name)} />
        <HeatStrip days={dayMarks(row.days, day)} size="xs" personName={row.name} />
      </span>
      <span className={css.points}>
        <strong className={css.total}>{formatPoints(row.totalPoints)}</strong>
        {row.movement !== null && <RankChange change={row.movement} />}
      </span>
    </li>
  )
}

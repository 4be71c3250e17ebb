// The screen of judging: how the admins rate, whether they rate fairly, and what needs another look; also the options of judging, the
// calibration projects and the conflicts of interest.

import type { JudgingPerson, JudgingResponse } from '@thirty/contracts/judging/api.ts'
import { ImportedNotice } from '../../shared/challenge/imported-notice.tsx'
import { LiveConnectionPill } from '../../shared/live/live-connection-pill.tsx'
import { Loaded } from '../../shared/live/loaded.tsx'
import { useLiveData } from '../../shared/live/live-data.ts'
import { Card } from '../../shared/ui/display/card.tsx'
import { SkeletonCards } from '../../shared/ui/feedback/states.tsx'
import { VisuallyHidden } from '../../shared/ui/visually-hidden.tsx'
import { AdminPage } from '../../shared/ui/page/admin-page.tsx'
import { CalibrationCard } from './calibration-card.tsx'
import { ConflictsCard } from './conflicts/conflicts-card.tsx'
import { CoverageCard } from './coverage-card.tsx'
import { ProjectListCard } from './judged-projects.tsx'
import { JudgingOptions } from './judging-options.tsx'
import { judgingData } from './judging-data.ts'
import { ReviewersCard } from './reviewers-card.tsx'
import { People } from '../../shared/people/people.tsx'
import { t } from '../../shared/i18n/t.ts'
import layout from '../../shared/styles/layout.module.css'
import css from './judging-screen.module.css'
import { NormalisedCards } from './normalised-cards.tsx'

export const JudgingScreen = () => {
  const view = useLiveData(judgingData)
  return (
    <AdminPage
      title={t('common.judging')}
      note={t('adminJudging.about')}
      actions={<LiveConnectionPill view={view} subject={t('common.judging')} />}
    >
      <ImportedNotice />
      <Loaded
        view={view}
        loading={
          <div role="status">
            <VisuallyHidden>{t('adminJudging.loading')}</VisuallyHidden>
            <SkeletonCards count={4} />
          </div>
        }
        failed={t('adminJudging.failed')}
        retryLabel={t('common.retry')}
      >
        {(judging) => (
          <People of={peopleIn(judging)}>
            <Cards judging={judging} />
          </People>
        )}
      </Loaded>
    </AdminPage>
  )
}

/** Returns everybody whom the page names. */
const peopleIn = (judging: JudgingResponse): JudgingPerson[] => [
  ...judging.admins,
  ...[...judging.reviewers, ...judging.calibration.reviewers].map(({ reviewer }) => reviewer),
  ...judging.conflicts.flatMap(({ admin, participant, by }) => [admin, participant, ...(by ? [by] : [])]),
  ...judging.calibration.projects.map(({ participant }) => participant),
  ...[...judging.disagreements.projects, ...judging.excluded.projects].flatMap(({ participant, ratings }) => [
    participant,
    ...(ratings ?? []).map(({ reviewer }) => reviewer),
  ]),
]

const Cards = ({ judging }: { judging: JudgingResponse }) => (
  <div className={layout.stack16}>
    <div className={css.pair}>
      <CoverageCard judging={judging} />
      <JudgingOptions judging={judging} />
    </div>
    <ReviewersCard judging={judging} />
    <ProjectListCard
      id="judging-another-look"
      title={t('adminJudging.anotherLook')}
      list={judging.disagreements}
    >
      {judging.disagreements.count === 0
        ? t('adminJudging.anotherLookNone')
        : t('adminJudging.anotherLookText')}
    </ProjectListCard>
    {judging.excluded.count > 0 && (
      <ProjectListCard id="judging-excluded" title={t('adminJudging.excluded')} list={judging.excluded}>
        {t('adminJudging.excludedText')}
      </ProjectListCard>
    )}
    <CalibrationCard judging={judging} />
    <ConflictsCard judging={judging} />
    {judging.normalisedScores && <NormalisedCards />}
    <HowCard />
  </div>
)

/** How the figures of this page are calculated; the same as `normalised-score.ts`. */
const HowCard = () => (
  <Card as="section" padding="large" className={css.card} aria-label={t('adminJudging.how')}>
    <details>
      <summary className={css.summary}>{t('adminJudging.how')}</summary>
      <div className={css.how}>
        <p>{t('adminJudging.howScale')}</p>
        <p>{t('adminJudging.howScore')}</p>
        <p>{t('adminJudging.howShrinkage')}</p>
        <p>{t('adminJudging.howStandings')}</p>
        <p>{t('adminJudging.howBias')}</p>
      </div>
    </details>
  </Card>
)

// The screen of judging: how the admins rate (`reviewer-cards.tsx`), which projects need another look (`judged-projects.tsx`), and, here, the
// coverage of the projects, the conflicts of interest, and the options of judging, which take effect at once, also for other admins.

import type { JudgingPerson, JudgingResponse, ConflictOfInterest } from '@thirty/contracts/judging/api.ts'
import type { ChangeOptionsResponse } from '@thirty/contracts/challenge/options-api.ts'
import { fewestWantedRatings, mostWantedRatings } from '@thirty/contracts/judging/ratings.ts'
import { permissionToChange } from '@thirty/contracts/judging/conflicts.ts'
import { Plus } from 'lucide-react'
import { ImportedNotice } from '../../shared/challenge/challenge-marks.tsx'
import { LiveConnectionPill } from '../../shared/ui/feedback/live-connection-pill.tsx'
import { useLiveData } from '../../shared/live/live-data.ts'
import { Card, SectionCard, Failure } from '../../shared/ui/display/surfaces.tsx'
import { SkeletonCards, Loaded } from '../../shared/ui/feedback/states.tsx'
import { AdminPage } from '../../shared/ui/page/page.tsx'
import { People, useNameOf } from '../../shared/people/people.tsx'
import { ViewAsTable } from '../../shared/charts/chart-parts.tsx'
import { useOption } from '../../shared/challenge/options.ts'
import { ReadOnlyNotice, useMay, Allowed } from '../../shared/team/permissions.tsx'
import { FilterGroup } from '../../shared/ui/controls/segments.tsx'
import { Switch } from '../../shared/ui/forms/choice.tsx'
import { conflictReasonLabel, withdrawConflict } from '../../shared/judging/judging-requests.ts'
import { ownUserId } from '../../shared/session/session.ts'
import { ConfirmedButton, DialogButton } from '../../shared/ui/dialog/dialog.tsx'
import { lazyDialog } from '../../shared/ui/dialog/lazy-dialog.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import { CalibrationCard, ReviewersCard } from './reviewer-cards.tsx'
import { ProjectListCard, NormalisedCards } from './judged-projects.tsx'
import { judgingData } from './judging-data.ts'
import { t, formatNumber } from '../../shared/i18n/t.ts'
import layout from '../../shared/styles/layout.module.css'
import css from './judging-screen.module.css'

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
        loading={<SkeletonCards count={4} label={t('adminJudging.loading')} />}
        failed={t('adminJudging.failed')}
        retryLabel={t('common.retry')}
      >
        {(judging) => (
          <People of={peopleIn(judging)}>
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
                {t(
                  judging.disagreements.count === 0
                    ? 'adminJudging.anotherLookNone'
                    : 'adminJudging.anotherLookText',
                )}
              </ProjectListCard>
              {judging.excluded.count > 0 && (
                <ProjectListCard
                  id="judging-excluded"
                  title={t('adminJudging.excluded')}
                  list={judging.excluded}
                >
                  {t('adminJudging.excludedText')}
                </ProjectListCard>
              )}
              <CalibrationCard judging={judging} />
              <ConflictsCard judging={judging} />
              {judging.normalisedScores && <NormalisedCards />}
              <HowCard />
            </div>
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

/** How many projects have 0, 1, … of the wanted ratings. */
const CoverageCard = ({ judging: { coverage, wantedRatings } }: { judging: JudgingResponse }) => {
  const total = coverage.reduce((sum, count) => sum + count, 0)
  const label = t('adminJudging.coverageDone', { done: coverage.at(-1) ?? 0, total, wanted: wantedRatings })
  const nameOf = (count: number) =>
    t(count < wantedRatings ? 'adminJudging.ratingsCount' : 'adminJudging.ratingsOrMore', { count })
  return (
    <SectionCard id="judging-coverage" title={t('adminJudging.coverage')} className={css.card}>
      {total === 0 ? (
        <p className={css.text}>{t('adminJudging.coverageNone')}</p>
      ) : (
        <>
          <p>{label}</p>
          <ul className={css.bars}>
            {coverage.map((count, ratings) => (
              <li key={ratings}>
                <span>{nameOf(ratings)}</span>
                <span className={css.count}>{formatNumber(count)}</span>
                <svg
                  aria-hidden="true"
                  className={css.track}
                  viewBox={`0 0 ${Math.max(...coverage)} 1`}
                  preserveAspectRatio="none"
                >
                  <rect width={count} height={1} data-done={ratings === wantedRatings || undefined} />
                </svg>
              </li>
            ))}
          </ul>
          <ViewAsTable
            caption={label}
            head={[t('common.ratings'), t('common.projects')]}
            rows={coverage.map((count, ratings) => [nameOf(ratings), count])}
          />
        </>
      )}
    </SectionCard>
  )
}

const wantedChoices = Array.from({ length: mostWantedRatings - fewestWantedRatings + 1 }, (_, index) => {
  const count = fewestWantedRatings + index
  return { value: String(count), label: formatNumber(count) }
})

const JudgingOptions = ({ judging }: { judging: JudgingResponse }) => {
  const mayChange = useMay('run-challenge')
  const wanted = useOption(judging.wantedRatings, t('adminJudging.wantedFailed'), showChange)
  const normalised = useOption(judging.normalisedScores, t('adminJudging.normalisedFailed'), showChange)
  return (
    <SectionCard id="judging-settings" title={t('adminJudging.settings')} className={css.card}>
      <ReadOnlyNotice permission="run-challenge" />
      <div className={css.option}>
        <strong>{t('adminJudging.wantedRatings')}</strong>
        {mayChange ? (
          <FilterGroup
            label={t('adminJudging.wantedRatings')}
            options={wantedChoices}
            value={String(wanted.shown)}
            onValueChange={(next) => void wanted.change(Number(next), { wantedRatings: Number(next) })}
          />
        ) : (
          <p>{formatNumber(wanted.shown)}</p>
        )}
        <p className={css.text}>
          {wanted.shown === 1
            ? t('adminJudging.wantedOne')
            : t('adminJudging.wantedSeveral', { count: formatNumber(wanted.shown) })}
        </p>
        <Failure text={wanted.failure} />
      </div>
      <div className={css.option}>
        <Switch
          wide
          label={<strong>{t('common.normalizedScores')}</strong>}
          hint={t(normalised.shown ? 'adminJudging.normalisedOn' : 'adminJudging.normalisedOff')}
          state={t(normalised.shown ? 'common.on' : 'common.off')}
          checked={normalised.shown}
          aria-busy={normalised.pending}
          disabled={!mayChange}
          onChange={({ target: { checked } }) =>
            void normalised.change(checked, { normalisedScores: checked })
          }
        />
        <Failure text={normalised.failure} />
      </div>
    </SectionCard>
  )
}

function showChange({ options: { wantedRatings, normalisedScores } }: ChangeOptionsResponse): void {
  judgingData.change((judging) => ({ ...judging, wantedRatings, normalisedScores }))
  // The coverage and what is blind depend on it.
  void judgingData.refresh()
}

const DeclareConflictDialog = lazyDialog(
  async () => (await import('./declare-conflict-dialog.tsx')).DeclareConflictDialog,
)

const ConflictsCard = ({ judging: { conflicts, admins } }: { judging: JudgingResponse }) => (
  <SectionCard id="judging-conflicts" title={t('adminJudging.conflicts')} className={css.card}>
    <p className={css.text}>{t('adminJudging.conflictsText')}</p>
    {conflicts.length === 0 ? (
      <p>{t('adminJudging.conflictsNone')}</p>
    ) : (
      <ul className={layout.column} aria-label={t('adminJudging.conflicts')}>
        {conflicts.map((conflict) => (
          <ConflictItem key={`${conflict.admin._id} ${conflict.participant._id}`} {...conflict} />
        ))}
      </ul>
    )}
    <Allowed to="review-projects">
      <div>
        <DialogButton
          icon={<Plus />}
          dialog={(close) => <DeclareConflictDialog admins={admins} onClose={close} />}
        >
          {t('common.declareConflict')}
        </DialogButton>
      </div>
    </Allowed>
  </SectionCard>
)

const ConflictItem = ({ admin, participant, reason, at, by }: ConflictOfInterest) => {
  const nameOf = useNameOf()
  const names = { admin: nameOf(admin), participant: nameOf(participant) }
  return (
    <li className={css.item}>
      <div className={css.words}>
        <p>{t.rich('adminJudging.conflictOf', names)}</p>
        <p className={css.quiet}>
          <span>{conflictReasonLabel(reason)} · </span>
          <Time at={at} exact="date" />
          {by !== null && by._id !== admin._id && (
            <span> · {t('common.declaredBy', { name: nameOf(by) })}</span>
          )}
        </p>
      </div>
      <Allowed to={admin._id === ownUserId() ? permissionToChange(admin._id, by?._id) : 'run-challenge'}>
        <ConfirmedButton
          size="small"
          label={t('common.remove')}
          aria-label={t('adminJudging.takeBackOf', names)}
          title={t('common.removeConflictQuestion')}
          description={t('adminJudging.takeBackText', names)}
          failureText={t('common.conflictNotRemoved')}
          run={() => judgingData.after(withdrawConflict({ admin: admin._id, participant: participant._id }))}
          doneText={t('common.conflictWithdrawn')}
        />
      </Allowed>
    </li>
  )
}

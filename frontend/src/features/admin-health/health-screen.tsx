// The state of read models, log, queues and processes, every few seconds, and what to do about each problem.

import type { HealthResponse } from '@thirty/contracts/operations/health-api.ts'
import { CircleCheck, Clock, Hourglass, TriangleAlert } from 'lucide-react'
import { useEffect } from 'react'
import { Banner, Success, Badge, type BadgeProps, SectionCard } from '../../shared/ui/display/surfaces.tsx'
import { SkeletonRows, Loaded } from '../../shared/ui/feedback/states.tsx'
import { AdminPage } from '../../shared/ui/page/page.tsx'
import { t } from '../../shared/i18n/t.ts'
import { Time, formatClockTime } from '../../shared/ui/display/time.tsx'
import { request } from '../../shared/http/http.ts'
import { liveData, useLiveData } from '../../shared/live/live-data.ts'
import { DeliveryCard, LogCard, ProcessCard, SelfCheckCard } from './health-cards.tsx'
import { findProblems, readModelsOf, type ReadModel } from './health-problems.ts'
import css from './health-screen.module.css'

/** Milliseconds between two requests of a visible page. */
export const refreshMs = 4_000

const healthData = liveData<HealthResponse>({
  load: (_key, signal) => request('GET', '/api/admin/health', { signal }),
  failedText: t('serverTexts.somethingWentWrong'),
  // What was true minutes ago must not be shown as if it were now.
  isAlwaysFresh: true,
})

export const HealthScreen = () => {
  const view = useLiveData(healthData)
  const { data, reload } = view
  const isLoaded = data !== undefined
  useEffect(() => {
    if (!isLoaded) return undefined
    const timer = setInterval(() => {
      // A response that takes longer than that must be able to arrive.
      if (!document.hidden && !healthData.at().isLoading()) reload()
    }, refreshMs)
    return () => clearInterval(timer)
  }, [isLoaded, reload])
  return (
    <AdminPage
      title={t('common.health')}
      note={
        <>
          <span>{t('adminHealth.about')}</span>{' '}
          {data && <span>{t('adminHealth.updated', { time: formatClockTime(data.at) })}</span>}
        </>
      }
    >
      <Loaded
        view={view}
        loading={<SkeletonRows count={6} label={t('adminHealth.loading')} />}
        failed={t('adminHealth.failed')}
      >
        {(health) => (
          <>
            <Problems health={health} />
            <div className={css.cards}>
              <LogCard health={health} />
              <SelfCheckCard health={health} />
              <DeliveryCard kind="mail" health={health} />
              <DeliveryCard kind="push" health={health} />
              <DeliveryCard kind="webhooks" health={health} />
            </div>
            <ReadModelList health={health} />
            <section className={css.processes} aria-labelledby="health-processes">
              <h2 id="health-processes">{t('adminHealth.processes')}</h2>
              <div className={css.cards}>
                {health.processes.map((process) => (
                  <ProcessCard key={process.id} process={process} />
                ))}
              </div>
            </section>
          </>
        )}
      </Loaded>
    </AdminPage>
  )
}

const Problems = ({ health }: { health: HealthResponse }) => {
  const problems = findProblems(health)
  if (problems.length === 0) return <Success text={t('adminHealth.allWell')} />
  return (
    <section className={css.problems} aria-label={t('adminHealth.problems', { count: problems.length })}>
      {problems.map(({ text, advice, kind }) => (
        <Banner key={text} kind={kind} title={text} live>
          <span className={css.advice}>{advice}</span>
        </Banner>
      ))}
    </section>
  )
}

/** Every read model with its lag in words, and what the self-check said about it. */
const ReadModelList = ({ health }: { health: HealthResponse }) => (
  <SectionCard id="health-read-models" title={t('adminHealth.readModels')}>
    <ul aria-label={t('adminHealth.readModels')}>
      {readModelsOf(health).map((readModel) => (
        <li key={readModel.name} className={css.row}>
          <code>{readModel.name}</code>
          <Badge {...stateOf(readModel)} />
          <span className={css.check}>
            <Check check={readModel.check} />
          </span>
        </li>
      ))}
    </ul>
  </SectionCard>
)

function stateOf({ state, lagSeconds }: ReadModel): BadgeProps {
  const alarm = <TriangleAlert />
  const label = t('adminHealth.secondsBehind', { count: Math.round(lagSeconds) })
  const states: Record<typeof state, BadgeProps> = {
    outdated: { tone: 'danger', icon: alarm, label: t('adminHealth.outdated') },
    stopped: { tone: 'danger', icon: alarm, label: t('adminHealth.stopped') },
    'not-run': { tone: 'danger', icon: alarm, label: t('adminHealth.notRun') },
    building: { tone: 'info', icon: <Hourglass />, label: t('adminHealth.building') },
    current: { tone: 'success', icon: <CircleCheck />, label: t('adminHealth.upToDate') },
    behind: { icon: <Clock />, label },
    lagging: { tone: 'warning', icon: alarm, label },
  }
  return states[state]
}

const Check = ({ check }: Pick<ReadModel, 'check'>) => {
  if (check === null) return t('adminHealth.notCheckedYet')
  const { at, documents, differences, isHealed } = check
  const result =
    differences === 0
      ? t('adminHealth.checkedFine', { documents })
      : t(isHealed === true ? 'adminHealth.checkedHealed' : 'adminHealth.checkedBroken', { differences })
  return (
    <>
      {result} · <Time at={at} />
    </>
  )
}

import type { HealthResponse } from '@thirty/contracts/api/admin/health.ts'
import { formatClockTime } from '../../shared/format/format-time.ts'
import { Banner } from '../../shared/ui/feedback/banner.tsx'
import { SkeletonRows } from '../../shared/ui/feedback/skeleton.tsx'
import { ErrorState } from '../../shared/ui/feedback/states.tsx'
import { AdminPage } from '../../shared/ui/page/admin-page.tsx'
import { DeliveryCard, LogCard, SelfCheckCard } from './health-cards.tsx'
import { findProblems } from './health-problems.ts'
import { ProcessList } from './process-list.tsx'
import { ReadModelList } from './read-model-list.tsx'
import { useHealth } from './use-health.ts'
import { t } from './messages/t.ts'
import css from './health-screen.module.css'

/** The state of read models, log, queues and processes, every few seconds, and what to do about each problem. */
export const HealthScreen = () => {
  const view = useHealth()
  const at = view.state === 'ready' ? view.health.at : undefined
  return (
    <AdminPage
      title={t('health')}
      note={
        <>
          <span>{t('about')}</span>{' '}
          {at !== undefined && <span>{t('updated', { time: formatClockTime(at) })}</span>}
        </>
      }
    >
      {view.state === 'loading' && <SkeletonRows count={6} label={t('loading')} />}
      {view.state === 'failed' && (
        <ErrorState title={t('failed')} onRetry={view.retry}>
          {view.message}
        </ErrorState>
      )}
      {view.state === 'ready' && (
        <>
          {view.isOutdated && (
            <Banner kind="warning" title={t('outOfDate')} live>
              {t('outOfDateText')}
            </Banner>
          )}
          <Problems health={view.health} />
          <div className={css.cards}>
            <LogCard health={view.health} />
            <SelfCheckCard health={view.health} />
            <DeliveryCard kind="mail" processes={view.health.processes} />
            <DeliveryCard kind="push" processes={view.health.processes} />
            <DeliveryCard kind="webhooks" processes={view.health.processes} />
          </div>
          <ReadModelList health={view.health} />
          <ProcessList processes={view.health.processes} />
        </>
      )}
    </AdminPage>
  )
}

const Problems = ({ health }: { health: HealthResponse }) => {
  const problems = findProblems(health)
  if (problems.length === 0)
    return (
      <Banner kind="success" live>
        {t('allWell')}
      </Banner>
    )
  return (
    <section className={css.problems} aria-label={t('problems', { count: problems.length })}>
      {problems.map(({ text, advice, kind }) => (
        <Banner key={text} kind={kind} title={text} live>
          <span className={css.advice}>{advice}</span>
        </Banner>
      ))}
    </section>
  )
}

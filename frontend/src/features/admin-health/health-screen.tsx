// The state of read models, log, queues and processes, every few seconds, and what to do about each problem.

import type { HealthResponse } from '@thirty/contracts/operations/health-api.ts'
import { formatClockTime } from '../../shared/format/format-time.ts'
import { Loaded } from '../../shared/live/loaded.tsx'
import { Banner } from '../../shared/ui/feedback/banner.tsx'
import { SkeletonRows } from '../../shared/ui/feedback/skeleton.tsx'
import { AdminPage } from '../../shared/ui/page/admin-page.tsx'
import { DeliveryCard, LogCard, SelfCheckCard } from './health-cards.tsx'
import { findProblems } from './health-problems.ts'
import { ProcessList } from './process-list.tsx'
import { ReadModelList } from './read-model-list.tsx'
import { useHealth } from './use-health.ts'
import { t } from '../../shared/i18n/t.ts'
import css from './health-screen.module.css'

export const HealthScreen = () => {
  const view = useHealth()
  const at = view.data?.at
  return (
    <AdminPage
      title={t('common.health')}
      note={
        <>
          <span>{t('adminHealth.about')}</span>{' '}
          {at !== undefined && <span>{t('adminHealth.updated', { time: formatClockTime(at) })}</span>}
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
              <DeliveryCard kind="mail" processes={health.processes} />
              <DeliveryCard kind="push" processes={health.processes} />
              <DeliveryCard kind="webhooks" processes={health.processes} />
            </div>
            <ReadModelList health={health} />
            <ProcessList processes={health.processes} />
          </>
        )}
      </Loaded>
    </AdminPage>
  )
}

const Problems = ({ health }: { health: HealthResponse }) => {
  const problems = findProblems(health)
  if (problems.length === 0)
    return (
      <Banner kind="success" live>
        {t('adminHealth.allWell')}
      </Banner>
    )
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

// The user's certificate, or what is missing for it, and links to certificates of other runs. Follows submissions, reviews and resets live.

import type { Certificate, OwnCertificateResponse } from '@thirty/contracts/leaderboard/certificates-api.ts'
import { totalDays } from '@thirty/contracts/challenge/challenge-day.ts'
import { ExternalLink, Printer } from 'lucide-react'
import { Link, paths } from '../../shared/navigation/router.ts'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { liveData, reloadsOn, useLiveData } from '../../shared/live/live-data.ts'
import { Loaded } from '../../shared/live/loaded.tsx'
import frames from '../../shared/styles/frames.module.css'
import { BackLink } from '../../shared/ui/controls/back-link.tsx'
import { Button, ButtonLink } from '../../shared/ui/controls/button.tsx'
import { ShareButton } from '../../shared/ui/controls/share-button.tsx'
import { Card, SectionCard } from '../../shared/ui/display/card.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import { Banner } from '../../shared/ui/feedback/banner.tsx'
import { SkeletonBoard } from '../../shared/ui/feedback/states.tsx'
import { SlashProgress } from '../../shared/ui/progress/slash-progress.tsx'
import { CertificateSheet } from './certificate-sheet.tsx'
import { request } from '../../shared/http/http.ts'
import { t } from '../../shared/i18n/t.ts'
import css from './certificate.module.css'

const ownCertificate = liveData<OwnCertificateResponse>({
  load: (_key, signal) => request('GET', '/api/certificates/mine', { signal }),
  messages: {
    'submission.received': reloadsOn('submissions'),
    'submission.changed': reloadsOn('submissions'),
    'challenge.changed': reloadsOn('challenge'),
  },
  failedText: t('certificate.notLoaded'),
})

export const OwnCertificateScreen = () => (
  <div className={`${frames.page} ${css.screen}`}>
    <BackLink to={paths.dashboard} label={t('common.dashboard')} />
    <h1>{t('common.certificate')}</h1>
    <Loaded view={useLiveData(ownCertificate)} loading={<SkeletonBoard />} inCard>
      {({ days, certificate, earlier }) => (
        <>
          {certificate ? <Reached certificate={certificate} /> : <Progress days={days} />}
          {earlier.length > 0 && <Earlier earlier={earlier} />}
        </>
      )}
    </Loaded>
  </div>
)

const Reached = ({ certificate }: { certificate: Certificate }) => {
  const path = paths.certificate(certificate.code)
  if (certificate.imported === true)
    return (
      <Card>
        <p>{t('certificate.imported', { run: certificate.run })}</p>
      </Card>
    )
  return (
    <>
      <div className={css.actions}>
        <Button kind="primary" icon={<Printer />} onClick={() => window.print()}>
          {t('certificate.print')}
        </Button>
        <ShareButton title={t('common.certificate')} path={path} />
        <ButtonLink to={path} icon={<ExternalLink />}>
          {t('certificate.openPublicPage')}
        </ButtonLink>
      </div>
      {certificate.pending > 0 && (
        <Banner kind="warning" title={t('certificate.isPending')}>
          {t('certificate.projectsPending', { count: certificate.pending })}
        </Banner>
      )}
      <CertificateSheet certificate={certificate} />
    </>
  )
}

const Progress = ({ days }: { days: readonly number[] }) => {
  const missing = Array.from({ length: totalDays }, (_, index) => index + 1).filter(
    (day) => !days.includes(day),
  )
  return (
    <SectionCard
      title={t('certificate.daysOf', { count: days.length, total: totalDays })}
      className={css.progress}
    >
      <p>{t('certificate.howToGet')}</p>
      <SlashProgress
        total={totalDays}
        done={days.length}
        label={t('certificate.daysThatCount')}
        valueText={t('certificate.daysCount', { count: days.length, total: totalDays })}
        height={40}
      />
      <section className={css.missing} aria-label={t('certificate.missingDays')}>
        <h3>{t('certificate.missingDays')}</h3>
        <ul>
          {missing.map((day) => (
            <li key={day}>
              <Link to={paths.briefOfDay(day)}>{t('common.day', { day })}</Link>
            </li>
          ))}
        </ul>
      </section>
    </SectionCard>
  )
}

const Earlier = ({ earlier }: Pick<OwnCertificateResponse, 'earlier'>) => {
  const timeZone = useCurrentDay((challenge) => challenge.timeZone)
  return (
    <SectionCard title={t('certificate.otherRuns')} padding="medium" className={css.earlier}>
      <ul>
        {earlier.map(({ code, run, completedAt }) => (
          <li key={code}>
            <Link to={paths.certificate(code)}>
              {t.rich('certificate.earlier', {
                run,
                time: () => <Time at={completedAt} exact="date" timeZone={timeZone} />,
              })}
            </Link>
          </li>
        ))}
      </ul>
    </SectionCard>
  )
}

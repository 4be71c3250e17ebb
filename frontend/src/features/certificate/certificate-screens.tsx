// Two screens. The first has the user's certificate, or what is missing for it, with links to certificates of other runs; it follows
// submissions, reviews and resets live. The second says to everybody whether a certificate is valid. Both show and print the sheet at the end.

import type { Certificate, OwnCertificateResponse } from '@thirty/contracts/leaderboard/certificates-api.ts'
import { totalDays } from '@thirty/contracts/challenge/challenge-day.ts'
import { ExternalLink, Printer } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { difficultyHeights } from '../../shared/challenge/day-marks.ts'
import { barPath, layOutSlantedBars, slantTransform } from '../../shared/charts/slanted-bars.ts'
import { request } from '../../shared/http/http.ts'
import { t, formatName, formatPoints } from '../../shared/i18n/t.ts'
import { liveData, reloadsOn, useLiveData } from '../../shared/live/live-data.ts'
import { Link, useParams, paths } from '../../shared/navigation/router.ts'
import { Logo } from '../../shared/ui/brand/logo.tsx'
import { BackLink } from '../../shared/ui/page/page.tsx'
import { Button, ButtonLink } from '../../shared/ui/controls/button.tsx'
import { ShareButton } from '../../shared/ui/controls/share-button.tsx'
import { Card, SectionCard, Banner, DescriptionList } from '../../shared/ui/display/surfaces.tsx'
import { QrCode } from '../../shared/ui/display/qr-code.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import { SkeletonBoard, Loaded, LoadedThing } from '../../shared/ui/feedback/states.tsx'
import { SlashProgress } from '../../shared/ui/progress/slash-bars.tsx'
import frames from '../../shared/styles/frames.module.css'
import css from './certificate.module.css'

const ownCertificate = liveData<OwnCertificateResponse>({
  load: (_key, signal) => request('GET', '/api/certificates/mine', { signal }),
  messages: reloadsOn('submission.received', 'submission.changed', 'challenge.changed'),
  failedText: t('certificate.notLoaded'),
})

export const OwnCertificateScreen = () => {
  const view = useLiveData(ownCertificate)
  const timeZone = useCurrentDay((challenge) => challenge.timeZone)
  return (
    <div className={`${frames.page} ${css.screen}`}>
      <BackLink />
      <h1>{t('common.certificate')}</h1>
      <Loaded view={view} loading={<SkeletonBoard />} inCard>
        {({ days, certificate, earlier }) => (
          <>
            {certificate ? <Reached certificate={certificate} /> : <Progress days={days} />}
            {earlier.length > 0 && (
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
            )}
          </>
        )}
      </Loaded>
    </div>
  )
}

const Reached = ({ certificate }: { certificate: Certificate }) =>
  certificate.imported ? (
    <Card>
      <p>{t('certificate.imported', { run: certificate.run })}</p>
    </Card>
  ) : (
    <>
      <Actions certificate={certificate} title={t('common.certificate')} kind="primary">
        <ButtonLink to={paths.certificate(certificate.code)} icon={<ExternalLink />}>
          {t('certificate.openPublicPage')}
        </ButtonLink>
      </Actions>
      <Banner kind="warning" title={t('certificate.isPending')}>
        {certificate.pending > 0 && t('certificate.projectsPending', { count: certificate.pending })}
      </Banner>
      <CertificateSheet certificate={certificate} />
    </>
  )

type ActionsProps = ComponentProps<typeof Button> & { certificate: Certificate; title: string }

const Actions = ({ certificate, title, kind, children }: ActionsProps) => (
  <div className={css.actions}>
    <Button kind={kind} icon={<Printer />} onClick={() => window.print()}>
      {t('certificate.print')}
    </Button>
    <ShareButton title={title} path={paths.certificate(certificate.code)} />
    {children}
  </div>
)

const Progress = ({ days }: { days: readonly number[] }) => {
  const progress = { count: days.length, total: totalDays }
  return (
    <SectionCard title={t('certificate.daysOf', progress)} className={css.progress}>
      <p>{t('certificate.howToGet')}</p>
      <SlashProgress
        total={totalDays}
        done={days.length}
        label={t('certificate.daysThatCount')}
        valueText={t('certificate.daysCount', progress)}
        height={40}
      />
      <section className={css.missing} aria-label={t('certificate.missingDays')}>
        <h3>{t('certificate.missingDays')}</h3>
        <ul>
          {Array.from({ length: totalDays }, (_, index) => index + 1)
            .filter((day) => !days.includes(day))
            .map((day) => (
              <li key={day}>
                <Link to={paths.briefOfDay(day)}>{t('common.day', { day })}</Link>
              </li>
            ))}
        </ul>
      </section>
    </SectionCard>
  )
}

/** The certificates by code. */
const certificates = liveData<Certificate, string>({
  load: async (code, signal) =>
    (await request('GET', '/api/certificates/:code', { params: { code }, signal })).certificate,
  failedText: t('certificate.notLoaded'),
  resyncs: true,
})

export const VerificationScreen = () => {
  const { code = '' } = useParams()
  return (
    <div className={`${frames.page} ${css.screen}`}>
      <h1>{t('common.certificate')}</h1>
      <LoadedThing
        view={useLiveData(certificates, code)}
        nameOf={titleOf}
        loading={<SkeletonBoard />}
        inCard
        gone={{
          title: t('serverTexts.certificateNotFound'),
          text: t('certificate.neverIssued'),
          link: { to: paths.landing, kind: 'primary', children: t('common.startPage') },
        }}
      >
        {(certificate) => (
          <>
            <Validity certificate={certificate} />
            <CertificateSheet certificate={certificate} />
            <Actions certificate={certificate} title={titleOf(certificate)} />
          </>
        )}
      </LoadedThing>
    </div>
  )
}

const titleOf = ({ name }: Certificate) => t('certificate.certificateOf', { name: formatName(name) })

const Validity = ({ certificate }: { certificate: Certificate }) => {
  const { ended, pending, replacedBy, run, isCurrentRun, timeZone } = certificate
  if (ended === null)
    return (
      <Banner
        kind={pending > 0 ? 'warning' : 'success'}
        title={t(pending > 0 ? 'certificate.isPending' : 'certificate.isValid')}
      >
        {pending > 0 && <span>{t('certificate.projectsPending', { count: pending })}</span>}{' '}
        {!isCurrentRun && <span>{t('certificate.ofPastRun', { run })}</span>}
      </Banner>
    )
  return (
    <Banner
      kind="danger"
      title={t('certificate.isNoLongerValid')}
      link={
        replacedBy !== null && { to: paths.certificate(replacedBy), children: t('certificate.openLater') }
      }
    >
      {t.rich('certificate.projectEnded', {
        day: ended.day,
        reason: ended.reason,
        time: () => <Time at={ended.at} exact="date" timeZone={timeZone} />,
      })}
    </Banner>
  )
}

const CertificateSheet = ({ certificate }: { certificate: Certificate }) => {
  const { name, run, completedAt, points, rank, participants, code, timeZone, ended, pending } = certificate
  const address = new URL(paths.certificate(code), location.origin).href
  return (
    <article
      className={css.sheet}
      data-print
      data-ended={ended !== null || undefined}
      aria-label={t('certificate.certificateOf', { name })}
    >
      <header className={css.band} data-field>
        <p className={css.brand}>
          <Logo />
        </p>
        <ThirtySlashes />
      </header>
      <div className={css.body}>
        <div className={css.words}>
          <p className={css.kind}>
            {ended === null
              ? t(pending > 0 ? 'certificate.pendingReview' : 'common.certificate')
              : t('certificate.noLongerValid')}
          </p>
          <h2 className={css.name}>
            <bdi>{formatName(name)}</bdi>
          </h2>
          <p className={css.statement}>{t('certificate.statement')}</p>
        </div>
        <DescriptionList
          className={css.facts}
          valueClass={css.figure}
          entries={[
            [t('common.completed'), <Time key="time" at={completedAt} exact="date" timeZone={timeZone} />],
            [t('common.points'), formatPoints(points)],
            [t('common.rank'), rank !== null && t.rich('certificate.rankOf', { rank, participants })],
            [t('common.run'), run],
          ]}
        />
        <p className={css.verify}>
          <QrCode text={address} label={t('certificate.qrCode')} className={css.code} />
          <span>
            {t('certificate.verifyAt')}
            <br />
            <span className={css.address}>{address}</span>
          </span>
        </p>
      </div>
    </article>
  )
}

const [width, height] = [1_000, 92]
const bars = layOutSlantedBars({ count: difficultyHeights.length, width, height, gap: 6 })

/** The thirty days, all of them done; the last one in marigold. Decorative: the text says the same. */
const ThirtySlashes = () => (
  <svg viewBox={`0 0 ${width} ${height}`} className={css.slashes} aria-hidden="true" data-picture>
    <g transform={slantTransform(height)}>
      {difficultyHeights.map((share, index) => (
        <path
          key={index}
          d={barPath(bars.left(index), bars.barWidth, share * height, bars.radius)}
          data-last={index === difficultyHeights.length - 1 || undefined}
        />
      ))}
    </g>
  </svg>
)

// Says to everybody whether a certificate is valid, and shows it.

import type { Certificate } from '@thirty/contracts/leaderboard/certificates-api.ts'
import { Printer } from 'lucide-react'
import { useParams, paths } from '../../shared/navigation/router.ts'
import { formatName } from '../../shared/format/format-name.ts'
import { liveData, useLiveData } from '../../shared/live/live-data.ts'
import { LoadedThing } from '../../shared/live/loaded.tsx'
import frames from '../../shared/styles/frames.module.css'
import { Button, ButtonLink } from '../../shared/ui/controls/button.tsx'
import { ShareButton } from '../../shared/ui/controls/share-button.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import { Banner } from '../../shared/ui/feedback/banner.tsx'
import { SkeletonBoard } from '../../shared/ui/feedback/states.tsx'
import { CertificateSheet } from './certificate-sheet.tsx'
import { request } from '../../shared/http/http.ts'
import { t } from '../../shared/i18n/t.ts'
import css from './certificate.module.css'

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
        nameOf={({ name }) => t('certificate.certificateOf', { name: formatName(name) })}
        loading={<SkeletonBoard />}
        inCard
        gone={{
          title: t('serverTexts.certificateNotFound'),
          children: t('certificate.neverIssued'),
          action: (
            <ButtonLink to={paths.landing} kind="primary">
              {t('common.startPage')}
            </ButtonLink>
          ),
        }}
      >
        {(certificate) => <Verified certificate={certificate} />}
      </LoadedThing>
    </div>
  )
}

const Verified = ({ certificate }: { certificate: Certificate }) => (
  <>
    <Validity certificate={certificate} />
    <CertificateSheet certificate={certificate} />
    <div className={css.actions}>
      <Button icon={<Printer />} onClick={() => window.print()}>
        {t('certificate.print')}
      </Button>
      <ShareButton
        title={t('certificate.certificateOf', { name: formatName(certificate.name) })}
        path={paths.certificate(certificate.code)}
      />
    </div>
  </>
)

const Validity = ({
  certificate: { ended, pending, replacedBy, run, isCurrentRun, timeZone },
}: {
  certificate: Certificate
}) => {
  if (ended === null && pending > 0)
    return (
      <Banner kind="warning" title={t('certificate.isPending')}>
        <span>{t('certificate.projectsPending', { count: pending })}</span>{' '}
        {!isCurrentRun && <span>{t('certificate.ofPastRun', { run })}</span>}
      </Banner>
    )
  if (ended === null)
    return (
      <Banner kind="success" title={t('certificate.isValid')}>
        {!isCurrentRun && t('certificate.ofPastRun', { run })}
      </Banner>
    )
  return (
    <Banner
      kind="danger"
      title={t('certificate.isNoLongerValid')}
      action={
        replacedBy !== null && (
          <ButtonLink to={paths.certificate(replacedBy)} size="small">
            {t('certificate.openLater')}
          </ButtonLink>
        )
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

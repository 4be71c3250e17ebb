// The certificate as it is shown and printed.

import type { Certificate } from '@thirty/contracts/leaderboard/certificates-api.ts'
import { paths } from '../../shared/navigation/router.ts'
import { difficultyHeights } from '../../shared/challenge/day-marks.ts'
import { barPath, layOutSlantedBars, slantTransform } from '../../shared/charts/slanted-bars.ts'
import { formatName } from '../../shared/format/format-name.ts'
import { formatPoints } from '../../shared/format/format-figures.ts'
import { Logo } from '../../shared/ui/brand/logo.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import { DescriptionList } from '../../shared/ui/display/description-list.tsx'
import { QrCode } from '../../shared/ui/display/qr-code.tsx'
import { t } from '../../shared/i18n/t.ts'
import css from './certificate-sheet.module.css'

export const CertificateSheet = ({ certificate }: { certificate: Certificate }) => {
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

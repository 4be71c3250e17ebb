// Says whose backup a file has and whom it names, before anything is imported.

import type { FileVerification, ImportPreview as Preview } from '@thirty/contracts/backups/api.ts'
import { Link } from '../../../shared/navigation/router.ts'
import { paths } from '../../../shared/navigation/paths.ts'
import { formatPoints } from '../../../shared/format/format-points.ts'
import { formatNumber } from '../../../shared/i18n/locale.ts'
import { Button } from '../../../shared/ui/controls/button.tsx'
import { Time } from '../../../shared/ui/display/time.tsx'
import { Banner } from '../../../shared/ui/feedback/banner.tsx'
import { formatFingerprint } from '../keys/backup-keys-data.ts'
import { t } from '../../../shared/i18n/t.ts'
import { Figures } from '../../../shared/ui/display/figures.tsx'
import css from './import-dialog.module.css'

type ImportPreviewProps = {
  preview: Preview
  onImport: () => void
  onOther: () => void
  onClose: () => void
}

export const ImportPreview = ({ preview, onImport, onOther, onClose }: ImportPreviewProps) => {
  const { name, createdAt, statistics, backupId, mayImport, verification } = preview
  const facts = [
    [t('common.projects'), formatNumber(statistics.totalProjects)],
    [t('common.users'), formatNumber(statistics.totalParticipants)],
    [t('adminBackups.averagePoints'), formatPoints(statistics.averagePoints)],
    [t('common.signature'), signatureText(verification)],
  ] as const
  return (
    <>
      <section>
        <h3 className={css.name} dir="auto">
          {name}
        </h3>
        <p className={css.made}>
          <Time at={createdAt} exact="date-minute" />
        </p>
        <Figures className={css.facts} figures={facts} />
      </section>
      <Notes preview={preview} />
      <div className={css.actions}>
        {backupId !== null && (
          <Link className={css.link} to={paths.admin.backup(backupId)} onClick={onClose}>
            {t('adminBackups.showInList')}
          </Link>
        )}
        <Button onClick={onOther}>{t('common.chooseAnother')}</Button>
        {backupId === null && mayImport && (
          <Button kind="primary" onClick={onImport}>
            {t('adminBackups.import')}
          </Button>
        )}
      </div>
    </>
  )
}

const Notes = ({ preview: { backupId, mayImport, people, verification } }: { preview: Preview }) => (
  <>
    {backupId !== null && (
      <Banner kind="info" live>
        {t('adminBackups.isThere')}
      </Banner>
    )}
    {!mayImport && (
      <Banner kind="danger" live title={t('adminBackups.mayNotImport')}>
        {t(verification.signedBy === null ? 'adminBackups.askToImport' : 'adminBackups.askToAccept')}
      </Banner>
    )}
    {verification.origin === 'unknown' && <Banner kind="warning">{t('adminBackups.unknownMeans')}</Banner>}
    {people.total > 0 && (
      <Banner kind={people.unknown > 0 ? 'warning' : 'info'}>
        {people.unknown > 0 ? t('adminBackups.unknownPeople', people) : t('adminBackups.knownPeople', people)}
      </Banner>
    )}
  </>
)

/** Says who has signed a file. */
export const signatureText = ({ origin, signedBy, signerName }: FileVerification): string => {
  const key = formatFingerprint(signedBy ?? '')
  return {
    own: t('adminBackups.signedHere'),
    accepted: t('adminBackups.signedByAccepted', { name: signerName ?? '', key }),
    unknown: signedBy === null ? t('adminBackups.notSigned') : t('adminBackups.signedByUnknown', { key }),
  }[origin]
}

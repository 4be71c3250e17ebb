import { ExportButtons } from '../../shared/exports/export-buttons.tsx'
import { Card, CardTitle } from '../../shared/ui/display/card.tsx'
import { t } from './messages/t.ts'
import css from './settings-screen.module.css'

const exports = [
  { kind: 'users', label: t('users'), text: t('usersExportText') },
  { kind: 'projects', label: t('projects'), text: t('projectsExportText') },
  { kind: 'ratings', label: t('ratings'), text: t('ratingsExportText') },
] as const

/** Saves users, projects and ratings as files. */
export const ExportCard = () => (
  <Card as="section" padding="large" className={css.options}>
    <CardTitle>{t('exportData')}</CardTitle>
    <ul>
      {exports.map(({ kind, label, text }) => (
        <li key={kind} className={css.export}>
          <div>
            <p className={css.exportKind}>{label}</p>
            <p>{text}</p>
          </div>
          <ExportButtons kind={kind} namesKind />
        </li>
      ))}
    </ul>
  </Card>
)

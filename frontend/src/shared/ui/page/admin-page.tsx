// A screen of the admin area: its header and its content, and the button that loads its data again.

import { type ReactNode, useState } from 'react'
import { classNames } from '../class-names.ts'
import { RefreshCw } from 'lucide-react'
import { Button } from '../controls/button.tsx'
import { t } from '../../i18n/t.ts'
import layout from '../../styles/layout.module.css'
import css from './admin-page.module.css'
import hidden from '../../styles/visually-hidden.module.css'

type AdminPageProps = {
  title: string
  /** A link above the title, to the screen that this one belongs to. */
  back?: ReactNode
  /** Connection pill and buttons beside the title. */
  actions?: ReactNode
  /** A line below the title. Its space is reserved if it is passed, also while it is empty. */
  note?: ReactNode
  /** For forms and texts. */
  narrow?: boolean
  children: ReactNode
}

export const AdminPage = ({ title, back, actions, narrow, children, ...rest }: AdminPageProps) => (
  <div className={classNames(css.page, narrow && css.narrow)}>
    <header className={css.head}>
      {back && <p className={css.back}>{back}</p>}
      <h1>{title}</h1>
      {actions && <div className={layout.cluster8}>{actions}</div>}
      {'note' in rest && <p className={css.note}>{rest.note}</p>}
    </header>
    {children}
  </div>
)

/** Loads the data of a screen again. The screen says if that fails. On phones it shows only its icon. */
export const RefreshButton = ({ refresh }: { refresh: () => Promise<unknown> }) => {
  const [busy, setBusy] = useState(false)
  const press = async () => {
    setBusy(true)
    await refresh().catch(() => undefined)
    setBusy(false)
  }
  return (
    <Button
      icon={<RefreshCw />}
      busy={busy}
      busyText={''}
      aria-label={t('ui.refresh')}
      onClick={() => void press()}
    >
      <span className={hidden.visuallyHiddenOnPhones}>{t('ui.refresh')}</span>
    </Button>
  )
}

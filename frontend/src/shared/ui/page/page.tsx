// The frame of a screen: its header and its content, of admins and of participants, the link above the title to the parent screen, and the
// button that loads the data of a screen again.

import { ArrowLeft, RefreshCw } from 'lucide-react'
import { useState, type ComponentProps, type ReactNode } from 'react'
import { t } from '../../i18n/t.ts'
import { Link, paths } from '../../navigation/router.ts'
import layout from '../../styles/layout.module.css'
import hidden from '../../styles/visually-hidden.module.css'
import { classNames } from '../class-names.ts'
import { Button } from '../controls/button.tsx'
import admin from './admin-page.module.css'
import css from './participant-page.module.css'

type BackLinkProps = Partial<Omit<ComponentProps<typeof Link>, 'children'>> & {
  /** The name of the screen that it leads to. */
  label?: string
}

/** Leads to the parent screen; by default the dashboard. */
export const BackLink = ({ label = t('common.dashboard'), className, ...rest }: BackLinkProps) => (
  <Link to={paths.dashboard} {...rest} className={classNames(layout.backLink, className)}>
    <ArrowLeft size={16} />
    {label}
  </Link>
)

type PageProps = {
  title: string
  /** Connection pill, search and buttons beside the title. */
  actions?: ReactNode
  /** A line below the title. On a screen of admins its space is reserved if it is passed, also while it is empty. */
  note?: ReactNode
  back?: BackLinkProps | undefined
  children: ReactNode
}

type AdminPageProps = PageProps & {
  /** For forms and texts. */
  narrow?: boolean
}

export const AdminPage = ({ title, back, actions, narrow, children, ...rest }: AdminPageProps) => (
  <div className={classNames(admin.page, narrow && admin.narrow)}>
    <header className={admin.head}>
      {back && (
        <p className={admin.back}>
          <BackLink {...back} />
        </p>
      )}
      <h1>{title}</h1>
      {actions && <div className={layout.cluster8}>{actions}</div>}
      {'note' in rest && <p className={admin.note}>{rest.note}</p>}
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

export const ParticipantPage = ({ back, ...props }: PageProps) => (
  <div className={css.page}>
    <header className={css.head}>
      <p className={css.backLine}>
        <BackLink {...back} />
      </p>
      <div className={css.words}>
        <h1>{props.title}</h1>
        {props.note && <p className={css.note}>{props.note}</p>}
      </div>
      {props.actions && <div className={css.actions}>{props.actions}</div>}
    </header>
    {props.children}
  </div>
)

// A screen of the participant area: the back link, its header and its content.

import type { ReactNode } from 'react'
import { paths } from '../../navigation/router.ts'
import { BackLink } from '../controls/back-link.tsx'
import { t } from '../../i18n/t.ts'
import css from './participant-page.module.css'

type ParticipantPageProps = {
  title: string
  /** Connection pill, search and buttons beside the title. */
  actions?: ReactNode
  /** A line below the title. */
  note?: ReactNode
  /** Where the back link leads; default: the dashboard. */
  back?: { path: string; label: string } | undefined
  children: ReactNode
}

const dashboard = { path: paths.dashboard, label: t('common.dashboard') }

export const ParticipantPage = ({ back = dashboard, ...props }: ParticipantPageProps) => (
  <div className={css.page}>
    <header className={css.head}>
      <p className={css.backLine}>
        <BackLink to={back.path} label={back.label} />
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

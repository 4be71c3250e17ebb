// A screen of the admin area: its header and its content.

import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import layout from '../../styles/layout.module.css'
import css from './admin-page.module.css'

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

import { X } from 'lucide-react'
import { DialogFrame } from '../../shared/ui/dialog-frame.tsx'
import { IconButton } from '../../shared/ui/icon-button.tsx'
import { Logo } from '../../shared/ui/mark.tsx'
import { ThemeSwitch } from '../../shared/ui/theme-switch.tsx'
import { AdminNav } from './admin-nav.tsx'
import { SearchBox } from './search-box.tsx'
import { Today } from './today.tsx'
import css from './admin-drawer.module.css'

type AdminDrawerProps = { onClose: () => void; onLogOut: () => void }

/** The sidebar of a phone. Closes on Escape, outside press, and after going somewhere. */
export const AdminDrawer = ({ onClose, onLogOut }: AdminDrawerProps) => (
  <DialogFrame open onOpenChange={(open) => !open && onClose()} title="Menu" titleHidden placement="drawer">
    <div className={css.drawer} data-field>
      <div className={css.head}>
        <Logo />
        <IconButton label="Close menu" icon={<X aria-hidden="true" />} onClick={onClose} />
      </div>
      <div className={css.search}>
        <SearchBox placeholder="Participants and projects" onGo={onClose} />
      </div>
      <AdminNav onGo={onClose} onLogOut={onLogOut} />
      <div className={css.foot}>
        <Today />
        <ThemeSwitch />
      </div>
    </div>
  </DialogFrame>
)

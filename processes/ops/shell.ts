// The operator's shell: its commands with their arguments and options, and the exit code of each.

import { Command, CommanderError, InvalidArgumentError } from 'commander'
import about from '../../package.json' with { type: 'json' }
import { readConfig } from '../config/config.ts'
import { createBackup, listBackups, restoreBackup, showBackup } from './commands/backup-commands.ts'
import { exportBackup, importBackup, verifyBackupFile } from './commands/backup-files.ts'
import { followEvents } from './commands/follow-events.ts'
import { acceptLossCommand, backUpLogCommand, verifyLogCommand } from './commands/log-commands.ts'
import { replayCommand } from './commands/read-model-operations.ts'
import { changeUser, type UserChange } from './commands/user-commands.ts'
import { withConnection, type ConnectedCommand } from './connection/open-connection.ts'
import { doctorCommand } from './doctor/doctor.ts'
import {
  exitCodes,
  isForOperator,
  type ExitCode,
  type ShellCommand,
  type ShellContext,
} from './shell-context.ts'
import { positionPattern } from '@thirty/contracts/endpoints/responses.ts'

/** Runs one command of the operator's shell and returns its exit code. */
export async function runShell(args: readonly string[], context: ShellContext): Promise<ExitCode> {
  let exitCode: ExitCode = exitCodes.fine
  const isJson = args.includes('--json')
  const run: RunCommand = async (command) => {
    exitCode = await command({ config: readConfig(context.environment), context, isJson })
  }
  try {
    await createProgram(context, run).parseAsync([...args], { from: 'user' })
    return exitCode
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.fine : exitCodes.wrongUse
    context.showProgress('')
    const message = context.signal.aborted && !isForOperator(error) ? 'Stopped.' : messageOf(error)
    if (isJson) context.print(JSON.stringify({ success: false, message }))
    else context.note(message)
    return exitCodes.faultFound
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

type RunCommand = (command: (given: ShellCommand) => ExitCode | Promise<ExitCode>) => Promise<void>

/** Runs a command with a connection to the product. */
const connected =
  (command: (given: ConnectedCommand) => Promise<ExitCode>) =>
  (given: ShellCommand): Promise<ExitCode> =>
    withConnection(given, (connection) => command({ ...given, connection }))

function createProgram(context: ShellContext, run: RunCommand): Command {
  const program = new Command('npm run ops --')
    .version(about.version, '-v, --version', 'print the version of the product')
    .description("The operator's shell. It works while the product runs and while it does not.")
    .exitOverride()
    .showHelpAfterError('Add --help for help.')
    .configureOutput({ writeOut: writer(context.print), writeErr: writer(context.note) })
    .addHelpText('after', '\nExit codes: 0 fine, 1 fault found or refused, 2 wrong use.')
  addLogCommands(program, run)
  addEvents(program, run)
  addUserCommands(program, run)
  addReplay(program, run)
  addBackupCommands(program, run)
  add(program, 'verify', 'check a backup file completely; needs no installation')
    .argument('<file>', 'an exported backup')
    .action((file: string) => run((given) => verifyBackupFile(file, given)))
  const examined = 'log, read models, images, outbox, disk and configuration'
  add(program, 'doctor', `examine ${examined}; changes nothing`).action(() => run(doctorCommand))
  return program
}

/** Texts of commander end with a line end, which `print` adds itself. */
const writer = (print: (line: string) => void) => (text: string) => print(text.replace(/\n$/, ''))

/** Adds a command, whose result can be printed as JSON. */
const add = (parent: Command, name: string, description: string): Command =>
  parent.command(name).description(description).option('--json', 'print the result as JSON')

function addLogCommands(program: Command, run: RunCommand): void {
  const log = program.command('log').description('the embedded event log')
  add(log, 'verify', 'verify every event; the log may be in use').action(() => run(verifyLogCommand))
  add(log, 'accept', 'give up lost events; the damaged files are kept in another folder').action(() =>
    run(acceptLossCommand),
  )
  add(log, 'backup', 'copy and verify the log, which may be in use')
    .argument('<folder>', 'a folder without a log')
    .action((folder: string) => run((given) => backUpLogCommand(folder, given)))
}

function addEvents(program: Command, run: RunCommand): void {
  program
    .command('events')
    .argument('[after]', 'a position; all events when left out', parsePosition)
    .option('--once', 'stop at the current end of the log')
    .option('--with-personal-data', 'show personal data and credentials, which are redacted otherwise')
    .description('follow the log, one JSON line per event')
    .action((after: bigint | undefined, options: { once?: true; withPersonalData?: true }) =>
      run((given) =>
        followEvents(given, {
          after,
          isOnce: options.once === true,
          hasPersonalData: options.withPersonalData === true,
        }),
      ),
    )
}

function parsePosition(text: string): bigint {
  if (!positionPattern.test(text)) throw new InvalidArgumentError('It is not a position.')
  return BigInt(text)
}

const userChanges: Readonly<Record<UserChange, string>> = {
  'make-admin': 'give a participant the rights of an admin',
  activate: 'activate an account',
  deactivate: 'deactivate an account and end its sessions',
  'reset-two-factor': 'remove the second factors of somebody who has lost them, and end all sessions',
}

function addUserCommands(program: Command, run: RunCommand): void {
  const user = program.command('user').description('accounts')
  for (const change of ['make-admin', 'activate', 'deactivate', 'reset-two-factor'] as const)
    add(user, change, userChanges[change])
      .argument('<user>', 'email address, username or id')
      .action((name: string) => run(connected((given) => changeUser(change, name, given))))
}

function addReplay(program: Command, run: RunCommand): void {
  add(program, 'replay', 'rebuild all read models beside the live ones, compare them, and switch over')
    .option('--from-snapshot', 'begin with the last snapshots; compare after the switch')
    .action(({ fromSnapshot }: { fromSnapshot?: true }) =>
      run(connected((given) => replayCommand(given, fromSnapshot === true))),
    )
}

function addBackupCommands(program: Command, run: RunCommand): void {
  const backup = program.command('backup').description('backups of the challenge')
  const runBackup = (command: (given: ConnectedCommand) => Promise<ExitCode>) => run(connected(command))

  add(backup, 'list', 'list all backups, newest first').action(() => runBackup(listBackups))
  add(backup, 'create', 'back up the current run as it is now')
    .argument('<name>')
    .action((name: string) => runBackup((given) => createBackup(name, given)))
  add(backup, 'show', 'show a backup, and what its restore would change')
    .argument('<id>')
    .action((id: string) => runBackup((given) => showBackup(id, given)))
  add(backup, 'export', 'write a backup into a file, which any installation can import')
    .argument('<id>')
    .argument('[file]', 'a file that does not exist; named after the backup when left out')
    .action((id: string, file: string | undefined) => runBackup((given) => exportBackup(id, file, given)))
  add(backup, 'verify', 'check a backup file completely; needs no installation')
    .argument('<file>')
    .action((file: string) => run((given) => verifyBackupFile(file, given)))
  add(backup, 'import', 'verify a backup file and add it to the backups')
    .argument('<file>')
    .action((file: string) => runBackup((given) => importBackup(file, given)))
  add(backup, 'restore', 'restore a backup; the current run becomes a backup')
    .argument('<id>')
    .option('--preview', 'only say what would change')
    .action((id: string, { preview }: { preview?: true }) =>
      runBackup((given) => restoreBackup(id, given, preview === true)),
    )
}

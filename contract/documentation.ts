import type { CALLS } from './calls.ts'

/** The documentation of a call: its heading, what it does, and its group. */
export interface CallWords {
  readonly summary: string
  readonly description: string
  readonly tag: keyof typeof TAGS
}

/** The groups of the calls, in alphabetical order. */
export const TAGS = {
  Access: 'Sign-up and sign-in with a phone number and an SMS code, or with a passkey; the PIN, consents and sessions.',
  Accounts: 'Accounts, one for each currency, and their balances.',
  Exchange: 'Rates, and exchanges at them.',
  History: 'The statement, its sums, and what was told.',
  Live: 'What changes for whoever is signed in, told as it changes.',
  Payments: 'Paying a seller by their code.',
  People: 'Money from one person to another.',
  Profile: 'Who is signed in, and how far they are identified.',
  'Top-up': 'Money in.',
  Wallet: 'What the wallet is like: feature flags, limits, texts.',
  Withdrawal: 'Money out.',
} as const

/** The documentation of each call. Only the API document uses it (server/http/openapi.ts); the page does not load it. */
export const CALL_WORDS: Readonly<Record<keyof typeof CALLS, CallWords>> = {
  register: {
    summary: 'Start a sign-up',
    description:
      'Starts a sign-up and sends an SMS code to the phone. `registration` of the config call tells which address fields and consents the ' +
      'brand asks for. An address field that is asked for has to be there. `consents` either names all that are asked for or is left out: ' +
      'then `missing_consents` of auth/info tells what is missing, and auth/consents accepts it.',
    tag: 'Access',
  },
  sendCode: {
    summary: 'Send an SMS code',
    description: 'Sends an SMS code: for sign-in, or again for a sign-up that has begun. The answer does not tell which.',
    tag: 'Access',
  },
  confirmPhone: {
    summary: 'Confirm the phone of a sign-up',
    description: 'Sign-up, step 2: opens the wallet and signs in.',
    tag: 'Access',
  },
  login: { summary: 'Sign in', description: 'Signs in with an SMS code.', tag: 'Access' },
  setPin: {
    summary: 'Set the PIN',
    description: 'Sign-up, step 3: sets the PIN. Works once, while there is none.',
    tag: 'Access',
  },
  changePin: {
    summary: 'Change the PIN',
    description: 'Replaces the PIN by another. For a day less than usual can be withdrawn; the owner is told.',
    tag: 'Access',
  },
  sendPinCode: {
    summary: 'Send a code for a forgotten PIN',
    description: 'Sends an SMS code to the phone of the user.',
    tag: 'Access',
  },
  resetPin: {
    summary: 'Replace a forgotten PIN',
    description:
      'Replaces the PIN by a fresh SMS code; not while the owner has the wallet frozen. For a day less than usual can be withdrawn, no passkey ' +
      'is removed and the e-mail not changed (`wait_required`); the owner is told by every contact, and a freeze puts the earlier PIN back.',
    tag: 'Access',
  },
  freeze: {
    summary: 'Freeze the wallet',
    description: 'No exchange, withdrawal or top-up order of the user is taken from then on, and all their other sessions end.',
    tag: 'Access',
  },
  sendUnfreezeCode: {
    summary: 'Send a code to unfreeze the wallet',
    description: 'Sends a code to the phone of the user, or (`channel`) to an e-mail that was confirmed a day before the freeze.',
    tag: 'Access',
  },
  unfreeze: {
    summary: 'Unfreeze the wallet',
    description:
      'Ends what the user has frozen, and all their other sessions. By `confirm_code` and `pin_code`; or with `new_pin_code` by a `passkey` or the ' +
      '`email_code` of an e-mail that are a day older than the freeze, or by `confirm_code` once the wait of unfreeze/wait is over (for three days).',
    tag: 'Access',
  },
  waitToUnfreeze: {
    summary: 'Wait to unfreeze the wallet',
    description:
      'For whoever has nothing but the number: begins a wait of a day, by a fresh SMS code. The owner is told by SMS, e-mail, push and ' +
      'notification; freezing the wallet again, also by the link of any of these, ends it.',
    tag: 'Access',
  },
  startPasskeyUnfreeze: {
    summary: 'Have a passkey sign that the wallet is unfrozen',
    description: 'What the browser is to be given; its answer is `passkey` of auth/unfreeze, good for five minutes.',
    tag: 'Access',
  },
  secure: {
    summary: 'Secure the wallet by a link',
    description:
      'Freezes the wallet by the link of an SMS or e-mail that told its owner of what they have not done: all sessions end, all devices are ' +
      'strangers, passkeys added since a day before are removed, and a PIN set by SMS since then is undone. Once a message, within three days.',
    tag: 'Access',
  },
  secureByNotice: {
    summary: 'Secure the wallet by a notification',
    description:
      'Freezes the wallet by a notification (`can_secure`) of what its owner has not done: all other sessions end, their devices are strangers, ' +
      'and passkeys added since a day before open nothing while it is frozen. Within three days of it.',
    tag: 'Access',
  },
  sendEmailCode: {
    summary: 'Send a code to an e-mail',
    description: 'Sends a code of six digits to the e-mail of the user, or to another that is to take its place.',
    tag: 'Access',
  },
  confirmEmail: {
    summary: 'Confirm an e-mail',
    description:
      "The e-mail is known to be the user's from then on: they are written to, and may get back into their wallet by it. Needs the PIN where " +
      'one is set, else a sign-in of the last ten minutes (`sign_in_required`). The owner is told, also by the e-mail that it takes the place of.',
    tag: 'Access',
  },
  sendRecoveryCode: {
    summary: 'Send a code to get back into a wallet',
    description:
      'Sends a code to the e-mail, if the owner of the number has confirmed it; if not, a message that says so. The answer is the same.',
    tag: 'Access',
  },
  recover: {
    summary: 'Get back into a wallet',
    description:
      'Signs in by the code of an e-mail and the PIN. The owner is told as of every sign-in; for a day less may be withdrawn.',
    tag: 'Access',
  },
  acceptConsents: {
    summary: 'Accept documents',
    description:
      'Records consents to documents in their present versions; `missing_consents` of auth/info tells which are asked for.',
    tag: 'Access',
  },
  logout: {
    summary: 'Sign out',
    description: 'Ends this session; its token is worth nothing afterwards.',
    tag: 'Access',
  },
  sessions: {
    summary: 'List sessions',
    description: 'Where the user is signed in, each device once, the latest seen first.',
    tag: 'Access',
  },
  endSessions: {
    summary: 'End sessions',
    description:
      'Ends one session of the user; without an id, all but the present one. Their devices are forgotten: a sign-in there is one with a ' +
      'new device.',
    tag: 'Access',
  },
  renameDevice: {
    summary: 'Name a device',
    description: 'Gives the device of a session a name; without one, takes the name away.',
    tag: 'Access',
  },
  passkeys: {
    summary: 'List passkeys',
    description: 'The passkeys of the user, the newest first.',
    tag: 'Access',
  },
  startPasskey: {
    summary: 'Begin to add a passkey',
    description:
      'What navigator.credentials.create is to be given. Needs the PIN where one is set, else a sign-in of the last ten minutes ' +
      '(`sign_in_required`). It is good for five minutes, once, in this session.',
    tag: 'Access',
  },
  addPasskey: {
    summary: 'Add a passkey',
    description:
      'Adds the passkey that the browser has made; the owner is told. For a day less may be withdrawn (`limit_first_day`).',
    tag: 'Access',
  },
  renamePasskey: { summary: 'Name a passkey', description: 'Gives a passkey another name.', tag: 'Access' },
  removePasskey: {
    summary: 'Remove a passkey',
    description:
      'Removes a passkey: it opens nothing from then on. Needs the PIN where one is set, else a sign-in of the last ten minutes; the owner ' +
      'is told.',
    tag: 'Access',
  },
  startPasskeySignIn: {
    summary: 'Begin to sign in with a passkey',
    description: 'What navigator.credentials.get is to be given. It is good for five minutes, once.',
    tag: 'Access',
  },
  passkeySignIn: {
    summary: 'Sign in with a passkey',
    description: 'Signs in without a phone number or a code. `passkey_wrong` does not tell what was wrong.',
    tag: 'Access',
  },
  startPasskeyWithdrawal: {
    summary: 'Begin to confirm a withdrawal with a passkey',
    description:
      'What navigator.credentials.get is to be given; its answer goes into `passkey` of the withdrawal. Good for just this amount and ' +
      'recipient, for five minutes, once, in this session. `not_found` for whoever has no passkey.',
    tag: 'Access',
  },
  startPasskeyTransfer: {
    summary: 'Start a transfer by passkey',
    description: 'What a passkey is to sign to confirm a transfer to a person instead of the PIN.',
    tag: 'People',
  },
  startPasskeyExchange: {
    summary: 'Begin to confirm an exchange with a passkey',
    description:
      'What navigator.credentials.get is to be given; its answer goes into `passkey` of the exchange. Good for just these accounts and ' +
      'amounts, written the same way, for five minutes, once, in this session. `not_found` for whoever has no passkey.',
    tag: 'Access',
  },
  startPasskeyPayment: {
    summary: 'Begin to confirm a payment with a passkey',
    description:
      'What navigator.credentials.get is to be given; its answer goes into `passkey` of the payment. Good for just this quote, account and ' +
      'amount, for five minutes, once, in this session. `not_found` for whoever has no passkey.',
    tag: 'Access',
  },
  authInfo: {
    summary: 'Who is signed in',
    description: 'Who is signed in, what they may do and how far they are identified.',
    tag: 'Profile',
  },
  levelLimits: {
    summary: 'Show levels and limits',
    description:
      'Every identification level with what it allows, and what is left to the user of their own: `rooms` has a line for each account, ' +
      'whose amounts the rules of the other calls decide by. A day is the last 24 hours for withdrawals, and the day of UTC for what goes ' +
      'to people; a month is thirty days. The balance is not counted.',
    tag: 'Profile',
  },
  personData: {
    summary: 'Download what is kept of a person',
    description:
      'All that the wallet keeps of the user, as a file, sent while it is read; where the connection is cut, ask again. One at a time, and ' +
      'a few a day; the owner is told. Hashes, tokens and what the operator looks into are not in it.',
    tag: 'Profile',
  },
  personDataPdf: {
    summary: 'Download it to read',
    description:
      'The same as a document for people, in the language of Accept-Language: who they are, accounts, devices, consents and operations. It ' +
      'counts with the other.',
    tag: 'Profile',
  },
  sendClosingCode: {
    summary: 'Send a code to close the wallet',
    description:
      'Sends an SMS code to the phone of the user, unless something is in the way of closing: then `obstacles` names each.',
    tag: 'Profile',
  },
  closeWallet: {
    summary: 'Close the wallet',
    description:
      'Closes the wallet for good, by a fresh SMS code and the PIN where there is one. Sessions end, and what nobody has to keep is erased; ' +
      'the phone number is free for another wallet, which sees nothing of this one. Refused while something is in the way.',
    tag: 'Profile',
  },
  config: {
    summary: 'What the wallet is like',
    description:
      'What the page needs to know before sign-in: brand, feature flags, what a sign-up asks for, limits of a new user, support.',
    tag: 'Wallet',
  },
  wallet: {
    summary: 'List accounts',
    description:
      "The user's accounts with their balances, in the order the user has put them in, else in the order they were opened; hidden ones last. They are in " +
      'the first of `results`.',
    tag: 'Accounts',
  },
  openAccount: {
    summary: 'Open an account',
    description: 'Opens an account in a currency the brand offers (`account_currencies` of the config call); one per currency.',
    tag: 'Accounts',
  },
  saveAccount: {
    summary: 'Name, colour or hide an account',
    description:
      'Gives an account a name and a colour of the user’s own, or hides it; what is left out stays, a null or an empty name takes it away. ' +
      'Only an account without money and without a debt can be hidden (`account_not_empty`), and it is hidden only while it is so.',
    tag: 'Accounts',
  },
  orderAccounts: {
    summary: 'Put accounts in order',
    description:
      'The accounts in the order of their ids here, each once; those that are left out come after them, as they stood.',
    tag: 'Accounts',
  },
  accountRequisites: {
    summary: 'Show where an account is paid to',
    description:
      'Where anybody can pay money for the account to without an order: a bank account, or an address on a network, as the payment provider has ' +
      'given it. It stays the same. What comes there is a top-up; more than the level takes, another currency, or money for an account that is ' +
      'not there any more is looked into first.',
    tag: 'Accounts',
  },
  textData: {
    summary: 'List texts',
    description: 'The texts of the brand in the language of Accept-Language; they stand above those built into the page.',
    tag: 'Wallet',
  },
  exchangeRates: {
    summary: 'List rates',
    description:
      'Rates from every account currency: between them to exchange by, each honoured until `expires_at`; to the others to value by.',
    tag: 'Exchange',
  },
  rateHistory: {
    summary: 'Show how a rate has moved',
    description:
      "What a unit of one account currency has cost in another over a day, a week, a month or a year: the provider's mid rate, without the " +
      'margin of what is offered. At most 120 points, with the first, the last, the least and the most of all that are kept.',
    tag: 'Exchange',
  },
  rateAlerts: {
    summary: 'List rate alerts',
    description: 'What the user wants to be told of, and has not been told yet; latest first.',
    tag: 'Exchange',
  },
  setRateAlert: {
    summary: 'Set a rate alert',
    description:
      'Tells the user once, by a notification, when a unit of one account currency costs so much in another by the mid rate. Whether it has to ' +
      'fall or to rise follows from the rate now. Ten at most are open at once; each ends after a year.',
    tag: 'Exchange',
  },
  removeRateAlert: {
    summary: 'Remove a rate alert',
    description: 'The user is not told of it any more.',
    tag: 'Exchange',
  },
  exchange: {
    summary: 'Exchange',
    description:
      'Exchanges between two of the user’s accounts at a quoted rate. The server works out the amounts itself and compares. ' +
      '`to_amount` is `from_amount` × `quantity_out`, rounded down to two decimals. Where the amount to get was given, `from_amount` is ' +
      '`to_amount` ÷ `quantity_out`, rounded up to two decimals. A unit of the last of them more or less of the first, and the second rounded ' +
      'to the nearest, are taken as well: `from_amount` is debited, and the lesser credited, as the answer says. A currency that has fewer ' +
      'or more decimals is rounded to those. Anything else is `amount_mismatch`. After `pin_required` it ' +
      'needs the PIN (`pin`), or what a passkey has signed for these accounts and amounts (`passkey`).',
    tag: 'Exchange',
  },
  transactions: {
    summary: 'Read the statement',
    description:
      'The statement, newest first; a page at a time with `limit` and `cursor`, or all of it. More than 200 lines at once are sent while ' +
      'they are read, one answer at a time and a few a minute; where the connection is cut, ask again. An exchange has two lines, one for ' +
      'each account. The lines of an account with `in_balance` sum to its balance. Tell operations apart by `kind` and `state`; `status` and ' +
      '`description` are for people. With `q`, `state`, `direction`, `currency_code`, `amount_min` or `amount_max` it is searched, a page at ' +
      'a time: a call looks at no more than 5000 lines, and where they were too few for a page, `searched_to` says how far back it came and ' +
      '`next_cursor` goes on from there. A search cuts no exchange in two: a page may have one line more than `limit`. The last page says by ' +
      '`archived_until` from before when operations of the person have been taken into the archive, and are not in the list.',
    tag: 'History',
  },
  statementFile: {
    summary: 'Download the statement of an account',
    description:
      'The statement of an account as a file, sent while it is read: a PDF to hand on, or CSV. It has what was on the account at the ' +
      'beginning, every line that is in its balance, the oldest first, with the balance after it, and what they add up to. What failed or ' +
      'has not come yet is not in it, and nothing of what is still to come. It counts with the long statements; where the connection is ' +
      'cut, ask again.',
    tag: 'History',
  },
  operation: {
    summary: 'Read one operation',
    description:
      'One operation of the user’s, by the `operation_id` of its lines: its own lines, how it went on and when, the rate it was made at, and ' +
      'whom the money went to or came from. Of an old operation, what was kept. Steps are told apart by `step`; `name` is for people. ' +
      'Another user’s is `not_found`.',
    tag: 'History',
  },
  operationPdf: {
    summary: 'Download a receipt',
    description: 'The same as a sheet to be kept or handed on, with the name of whose wallet it is; a few a minute.',
    tag: 'History',
  },
  statistics: {
    summary: 'Read sums by type',
    description:
      'Complete operations by type: their sum in one currency, and their share of all. Then what went out, what came in and what was ' +
      'exchanged, each without a sign, beside the period before: as long, or from `previous_from` on. Of a period that goes on, beside ' +
      'as much of that one as has passed. The latest 1000 lines of the period tell who got most.',
    tag: 'History',
  },
  attempt: {
    summary: 'Ask what became of a request',
    description:
      'For a request whose answer was lost, by its `Idempotency-Key`: whether it was carried out or refused. One that is neither is over from ' +
      'then on: should it still arrive, it is refused (`idempotency_mismatch`). So the same may be asked for again under another key.',
    tag: 'Wallet',
  },
  topup: {
    summary: 'Make a top-up order',
    description:
      'Makes a top-up order; the money is credited when the payment provider confirms it. The person pays at `url`; top-up/status tells ' +
      'how the order stands.',
    tag: 'Top-up',
  },
  topupStatus: { summary: 'Look at a top-up order', description: 'Where an order of the user stands.', tag: 'Top-up' },
  withdrawal: {
    summary: 'Withdraw',
    description:
      'Pays out to a card (`pan`, unless the operator takes none, or `card_token`, a token of the provider’s card field), to an address for USDC (`address`), or to somebody paid before (`recipient_id`). Needs the PIN (`pin`), ' +
      'or what a passkey has signed for this amount and recipient (`passkey`). The fee of the level is taken beside the amount. `status` ' +
      'is `ok` when the payout is done, and `pending` when the provider has not said yet, or the operator looks at it first, as `message` ' +
      'says: the money is held, and the statement tells how it ends.',
    tag: 'Withdrawal',
  },
  openCardField: {
    summary: 'Open the card field',
    description:
      'Opens the payout provider’s own field for a card number, where it has one: `url` is a page for a frame, at the provider’s origin. The ' +
      'number stays there; the page is told a token by message, once for each card, which a withdrawal takes as `card_token`: by the same ' +
      'user, once, and while the provider says that it counts. Answers `not_found` where the provider has no such field.',
    tag: 'Withdrawal',
  },
  recentRecipients: {
    summary: 'List recent recipients',
    description:
      'Where the user has sent money to, favourites first, then the latest first, five at most; never a whole card number.',
    tag: 'Withdrawal',
  },
  findRecipient: {
    summary: 'Look a recipient up',
    description:
      'Tells what may be shown of whom money is to go to: the first name and an initial, where they have a wallet and let themselves be found by their number. Each number counts once a day; so many numbers a day, and no more. By a `code` whoever shows it is found, and `request` tells what it asks for.',
    tag: 'People',
  },
  transfer: {
    summary: 'Send money to a person',
    description:
      'Sends money from an account to a person. Without a wallet, with a protection code, and to somebody who is not found by their number it waits for three days (`pending`), and then goes back whole. One that the operator looks at first is `checking`: it goes on or goes back when they have, after seven days at the latest. `pin` or `passkey` confirms it. ' +
      'By the `code` of a request, or the `request_id` of one that was received, it pays that request: its amount, in its currency, at once or not at all.',
    tag: 'People',
  },
  recentPeople: {
    summary: 'List people one has sent to',
    description: 'Those whom the user has sent to, favourites first, then the latest first; `id` is a `recipient_id`.',
    tag: 'People',
  },
  incomingTransfers: {
    summary: 'List transfers that wait for the user',
    description: 'What waits to be received, with the attempts that are left where it needs a code.',
    tag: 'People',
  },
  receiveTransfer: {
    summary: 'Receive a transfer',
    description:
      'Receives a transfer that waits. A wrong `protection_code` costs one of three attempts; after the third the money goes back.',
    tag: 'People',
  },
  declineTransfer: {
    summary: 'Decline a transfer',
    description: 'Sends a transfer that waits back to who sent it.',
    tag: 'People',
  },
  takeBackTransfer: {
    summary: 'Take a transfer back',
    description: 'Takes back a transfer that nobody has received yet.',
    tag: 'People',
  },
  transferSettings: {
    summary: 'Show who may send money',
    description:
      'Whether the user is found by their number, and takes transfers at all; and whom they have blocked, the latest first.',
    tag: 'People',
  },
  setTransferSettings: {
    summary: 'Set who may send money',
    description: 'Sets what is named; the rest stays.',
    tag: 'People',
  },
  blockSender: {
    summary: 'Block a sender',
    description:
      'Takes no more transfers and requests for money from whoever has sent a transfer (`transaction_id`) or made a request that was received ' +
      '(`request_id`), one of the two; or does again. `report` tells the operator in words. The other side is not told.',
    tag: 'People',
  },
  unblockSender: {
    summary: 'Unblock a sender',
    description:
      'Takes transfers and requests for money again from somebody who was blocked, by the `block_id` of transfer/settings. The other side is ' +
      'not told. Somebody who is not blocked any more stays so.',
    tag: 'People',
  },
  makeRequest: {
    summary: 'Ask for money',
    description:
      'Asks for money to an account: of somebody by their number (`to`), who alone can pay it then, or of whoever has its `link`. Without ' +
      '`amount` the payer says how much. Several may pay a collection (`is_collect`), which is asked of nobody by name. The answer does not ' +
      'tell whether a number has a wallet beyond what transfer/recipient does, and the number counts as looked up.',
    tag: 'People',
  },
  listRequests: {
    summary: 'List requests for money',
    description:
      'What the user has asked for, and was asked for, or one of the two by `direction`, latest first, thirty at a time; `before` is the id ' +
      'of the last one read.',
    tag: 'People',
  },
  showRequest: {
    summary: 'Show a request for money',
    description: 'One that the user has made or received. Its maker reads who has paid it, the latest hundred.',
    tag: 'People',
  },
  withdrawRequest: {
    summary: 'Withdraw a request for money',
    description: 'Nobody can pay it any more. `request_closed` where it was paid or has ended before: `state` tells how.',
    tag: 'People',
  },
  declineRequest: {
    summary: 'Decline a request for money',
    description: 'Its maker is told. `request_closed` where it has ended before: `state` tells how.',
    tag: 'People',
  },
  payCode: {
    summary: 'Get one’s own code',
    description: 'The code by which anybody can send the user money, and the link with it; made at first asking.',
    tag: 'People',
  },
  replacePayCode: {
    summary: 'Replace one’s own code',
    description: 'Makes another code of one’s own. The one before leads nowhere any more.',
    tag: 'People',
  },
  lookAtPayCode: {
    summary: 'See what a code is for',
    description:
      'What a code of a link says to whoever has it, signed in or not: whom it pays, and what is asked for. Each address may look so often ' +
      'in a minute, and no more.',
    tag: 'People',
  },
  recipients: {
    summary: 'List recipients',
    description:
      'Whom and what the user has sent to: people, cards and addresses, favourites first, then the latest first. `search` looks for each of its ' +
      'words in the name that the user gave and in what is shown. With `recipient_id` only whomever it leads to. What was neither named nor made a favourite ' +
      'is listed while it is among the last two thousand transfers, or lines of the statement.',
    tag: 'People',
  },
  saveRecipient: {
    summary: 'Name a recipient',
    description:
      'Gives a recipient a name of the user’s own, or makes a favourite of one; what is left out stays, a null takes the name away.',
    tag: 'People',
  },
  removeRecipient: {
    summary: 'Remove a recipient',
    description: 'Takes a recipient out of the list and forgets the name; whoever is sent to again comes back.',
    tag: 'People',
  },
  quotePayment: {
    summary: 'Ask who is paid by a code',
    description:
      'Takes the text of a seller’s code as it was read: a link of SBP, EMVCo (QRIS, Pix), GOST R 56042 or EPC. `seller` is the name that the ' +
      'provider confirms, never what the code says. `amount` is null where the payer says how much, from `min` to `max`; `fee` comes on top ' +
      'of it. `accounts` are those that it can be paid from: what leaves each (`from_amount`), and until when; of another currency at the ' +
      'rate `rate_id`, of which one unit pays `quantity_out`. `payment_code_damaged`: its check sum is wrong; `payment_code_unsupported`: it is of another version or country, or asks for a fee beside the amount; `amount_mismatch`: the provider tells another amount than the code.',
    tag: 'Payments',
  },
  payment: {
    summary: 'Pay a seller',
    description:
      'Pays a quote, once. A fixed amount need not be sent, and cannot be another. From an account of another currency `rate_id` of the quote ' +
      'and `from_amount` are sent: what amount and fee cost at the rate, rounded up as an exchange is; another is `amount_mismatch`, and a rate ' +
      'that is over `rate_expired`. Should the payment fail, just that goes back. Needs the PIN (`pin`), or what a passkey has signed for this ' +
      'quote, account and amounts (`passkey`). `status` is `ok` when the seller is paid, and `pending` ' +
      'when the provider has not said yet, or the operator looks at it first, as `message` says: the money is held, and the statement tells how it ends.',
    tag: 'Payments',
  },
  notifications: {
    summary: 'List notifications',
    description:
      'The last notifications of the user, newest first: each with what it is about (`kind`), where the page shows that (`path`) and whether it ' +
      'is later than what was read. `masked_message` says the same without amounts; it is absent where `message` names none.',
    tag: 'History',
  },
  readNotifications: {
    summary: 'Mark notifications as read',
    description: 'Marks as read all up to `until`, on every device of the user; without it, all. What is read stays read.',
    tag: 'History',
  },
  noticeSettings: {
    summary: 'Show what the user is told of, and by what',
    description:
      'Of each kind of notification, whether push messages, e-mail and SMS tell of it; the list in the app has all. A channel that never tells ' +
      'of a kind, or that this wallet has not, is absent. Codes by SMS are no notifications.',
    tag: 'History',
  },
  setNoticeSetting: {
    summary: 'Set what the user is told of, and by what',
    description:
      'Switches a channel on or off for a kind, from the next message on. Notifications about security stay on (`notice_fixed`): whoever gets ' +
      'into a wallet would switch them off first.',
    tag: 'History',
  },
  push: {
    summary: 'See whether this device is told of news',
    description:
      'Web push (RFC 8030, 8291, 8292). `public_key` is what a browser subscribes by; null where this wallet tells nobody while no page is open.',
    tag: 'Live',
  },
  subscribePush: {
    summary: 'Have this device be told of news',
    description:
      "A browser's PushSubscription; it belongs to the session, ends with it, and takes the place of the one that the session had. Addresses " +
      'are those of the push services of known browsers, else `invalid_field`. The texts are in the language of Accept-Language and name no ' +
      'amount unless `shows_amounts` is true. `not_found` where this wallet tells nobody, `push_devices_max` at ten other devices.',
    tag: 'Live',
  },
  unsubscribePush: {
    summary: 'Have this device be told nothing more',
    description: 'Ends it; nothing happens where it was not.',
    tag: 'Live',
  },
  liveTicket: {
    summary: 'Get a ticket for a stream of events',
    description: 'Opens one stream of events of this session, once, within half a minute.',
    tag: 'Live',
  },
  live: {
    summary: 'Hear what changes',
    description:
      'A stream of events (`EventSource`) for as long as the session of its ticket lasts. Each is one word and tells what to ask for again, ' +
      'never what it is: `money` (accounts, statement, sums), `notices`, `profile` (level, flags, identification), `sessions`. `hello` comes ' +
      'first, and again after a gap: anything may have changed. A ticket that is none, was used or is too old is refused with ' +
      '`INVALID_TOKEN`. Whoever is disconnected gets another ticket; of many streams of a person the oldest ends.',
    tag: 'Live',
  },
  upgradeIdentification: {
    summary: 'Begin an identification',
    description:
      'Begins the identification for the next level, or goes on with the one under way: an address to go to, or what to do.',
    tag: 'Profile',
  },
  identificationStatus: {
    summary: 'Ask how the identification stands',
    description: 'Asks the provider how the identification stands, acts on its answer, and tells it.',
    tag: 'Profile',
  },
}

/** One of the variants of a call's body: the fields of the other variants are left out of it. */
export interface BodyShape {
  /** Its name among the document's schemas. */
  readonly name: string
  readonly description: string
  /** The fields that it has of those that not all variants have; it needs each of them. */
  readonly fields: readonly string[]
}

const TO_CARD = 'To a card; every currency but USDC'
const TO_TYPED_CARD = 'To a card typed into the provider’s field'
const TO_ADDRESS = 'To an address; USDC only'
const TO_RECIPIENT = 'To somebody paid before; a card’s currency or USDC, as then'

/** Calls whose body has several variants. */
export const BODY_SHAPES: Readonly<Partial<Record<keyof typeof CALLS, readonly BodyShape[]>>> = {
  withdrawal: [
    { name: 'WithdrawalToCard', description: TO_CARD, fields: ['pin', 'pan'] },
    { name: 'WithdrawalToTypedCard', description: TO_TYPED_CARD, fields: ['pin', 'card_token'] },
    { name: 'WithdrawalToAddress', description: TO_ADDRESS, fields: ['pin', 'address'] },
    { name: 'WithdrawalToRecipient', description: TO_RECIPIENT, fields: ['pin', 'recipient_id'] },
    { name: 'WithdrawalToCardByPasskey', description: TO_CARD, fields: ['passkey', 'pan'] },
    { name: 'WithdrawalToTypedCardByPasskey', description: TO_TYPED_CARD, fields: ['passkey', 'card_token'] },
    { name: 'WithdrawalToAddressByPasskey', description: TO_ADDRESS, fields: ['passkey', 'address'] },
    { name: 'WithdrawalToRecipientByPasskey', description: TO_RECIPIENT, fields: ['passkey', 'recipient_id'] },
  ],
}

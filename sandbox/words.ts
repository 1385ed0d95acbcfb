/** The languages of the sandbox's pages; Russian by default. */
export type Language = 'ru' | 'en'

const ru = {
  sandbox: 'Песочница: деньги не настоящие',
  index: 'О песочнице',
  inbox: 'Входящие',
  wallet: 'Кошелёк',
  inboxNav: 'Входящие',
  otherLanguage: 'English',
  otherLanguageShort: 'EN',
  notFoundTitle: 'Здесь ничего нет',
  notFoundText: 'Такого платежа, проверки или страницы в песочнице нет. Проверьте адрес.',

  inboxLead: 'Сюда приходят все СМС и письма кошелька. Страница обновляется сама.',
  filterLabel: 'Номер телефона или адрес почты',
  filterButton: 'Показать',
  filterAll: 'Все сообщения',
  inboxEmpty: 'Сообщений пока нет',
  inboxEmptyText: 'Запросите код в кошельке — он появится здесь сам.',
  inboxEmptyFor: 'Сюда сообщений не было',
  codeLabel: 'Код',

  payTitle: 'Оплата',
  payTo: 'Получатель',
  payAmount: 'К оплате',
  paidAmount: 'Сумма',
  payOrder: 'Заказ',
  payLead: 'Это ненастоящий платёж: выберите, чем он закончится.',
  payButton: 'Оплатить',
  declineButton: 'Отклонить',
  leaveLink: 'Оставить без ответа и вернуться',
  payLife: 'Без ответа платёж ждёт 24 часа, потом отменяется.',
  completeTitle: 'Платёж прошёл',
  completeText: 'Кошелёк сейчас об этом узнает. Можно возвращаться.',
  declinedTitle: 'Платёж отклонён',
  declinedText: 'Деньги не списаны. Решение изменить нельзя: начните новое пополнение.',
  expiredTitle: 'Время платежа вышло',
  expiredText: 'За 24 часа его никто не оплатил. Начните новое пополнение.',
  conflictText: 'Этот платёж уже решён иначе.',
  backLink: 'Вернуться в кошелёк',
  cardHolder: 'ПЕСОЧНИЦА',

  checkTitle: 'Проверка личности',
  checkPerson: 'Кого проверяют',
  checkFor: 'Для кого',
  checkReference: 'Номер проверки',
  checkLead: 'Это ненастоящая проверка: документы не нужны, выберите, чем она закончится.',
  approveButton: 'Подтвердить личность',
  abortButton: 'Прервать проверку',
  checkLeaveLink: 'Оставить без ответа и вернуться',
  checkLife: 'Без ответа проверка ждёт 24 часа, потом прерывается.',
  approvedTitle: 'Личность подтверждена',
  approvedText: 'Кошелёк сейчас об этом узнает. Можно возвращаться.',
  abortedTitle: 'Проверка прервана',
  abortedText: 'Решение изменить нельзя: начните новую проверку в кошельке.',
  checkExpiredTitle: 'Время проверки вышло',
  checkExpiredText: 'За 24 часа её никто не прошёл. Начните новую в кошельке.',
  checkConflictText: 'Эта проверка уже решена иначе.',

  indexLead:
    'Кошелёк настоящий, а его партнёры — нет. Песочница играет оператора СМС, платёжную систему, систему выплат, проверку личности и источник курсов, чтобы весь путь можно было пройти без карты, телефона и денег.',
  smsTitle: 'СМС и письма',
  smsText:
    'Коды входа и регистрации приходят не на телефон, а во входящие; там же письма. Подойдёт любой номер и любой адрес, кроме nobody@: такого ящика нет.',
  smsScript: 'Для скриптов: последние сообщения на номер, новые первыми; code — первые четыре цифры подряд.',
  emailScript: 'Письма на адрес — так же; code — первые шесть цифр подряд.',
  paymentsTitle: 'Пополнение',
  paymentsText:
    'Кошелёк отправит вас на платёжную страницу. Там можно оплатить, отклонить или оставить без ответа — тогда кошелёк будет ждать.',
  paymentsScript: 'Для скриптов: тот же выбор одной командой; ORDER — номер заказа из ответа кошелька, вместо pay можно decline.',
  payoutsTitle: 'Вывод',
  payoutsText:
    'Чем закончится выплата, решают последние четыре знака карты или адреса USDC. Номера ниже можно копировать. Номер карты вводится в поле песочницы с собственным адресом: кошелёк получает только токен.',
  ending: 'Окончание',
  outcome: 'Что произойдёт',
  sample: 'Пример карты и адреса',
  declined: 'Отказ сразу',
  refused: 'Заявка не принята',
  slowPaid: 'Нет ответа, через 10 секунд выплачено',
  slowDeclined: 'Нет ответа, через 10 секунд отказ',
  otherEnding: 'любое другое',
  paid: 'Выплачено сразу',
  identityTitle: 'Идентификация',
  identityText:
    'Кошелёк отправит вас на страницу проверки. Там личность можно подтвердить, прервать проверку или оставить её без ответа.',
  identityScript: 'Для скриптов: тот же выбор одной командой; CHECK — конец адреса verification_url, вместо approve можно abort.',
  cardNumber: 'Номер карты',
  cardShort: 'В номере карты 16 цифр',
  cardWrong: 'В номере карты ошибка. Проверьте цифры',
  cardKept: 'Номер карты принят',
  cardUnavailable: 'Не удалось принять номер карты. Он не пропал: попробуйте снова',
  cardExpired: 'Время ввода вышло. Обновите форму',
  cardAgain: 'Попробовать снова',

  ratesTitle: 'Курсы',
  ratesText:
    'RUB, USD, EUR, GBP, IDR и USDC во все стороны, и ещё цена каждой в десяти валютах. Каждые 30 секунд курсы сдвигаются, но не больше чем на 0,3 %.',
  apiTitle: 'Как это видит кошелёк',
  apiText:
    'Кошелёк говорит с песочницей только по HTTP, как с чужой компанией: с ключом и подписанными уведомлениями. Уведомление повторяется с растущей паузой, пока кошелёк его не примет, и переживает перезапуск.',
  apiAuth: 'Каждому вызову нужен заголовок с ключом, который знает только кошелёк',
  apiSignature: 'Подпись уведомления',
  callTitle: 'Вызов',
  callUse: 'Зачем',
  callSms: 'отправить СМС',
  callEmail: 'отправить письмо',
  callPaymentOpen: 'открыть платёж',
  callPaymentFind: 'узнать о платеже',
  callToken: 'сохранить карту или адрес, получить токен',
  callCardField: 'открыть поле карты для человека',
  callTypedCard: 'узнать, что за карта под токеном',
  callPayoutOpen: 'выплатить',
  callPayoutFind: 'узнать о выплате',
  callRates: 'курсы',
  callCheckOpen: 'начать проверку личности',
  callCheckFind: 'узнать о проверке',
  openInbox: 'Открыть входящие',
}

const en: Readonly<Record<keyof typeof ru, string>> = {
  sandbox: 'Sandbox: no real money',
  index: 'About the sandbox',
  inbox: 'Inbox',
  wallet: 'Wallet',
  inboxNav: 'Inbox',
  otherLanguage: 'Русский',
  otherLanguageShort: 'RU',
  notFoundTitle: 'There is nothing here',
  notFoundText: 'The sandbox has no such payment, check or page. Check the address.',

  inboxLead: 'All text messages and e-mails of the wallet arrive here. The page refreshes itself.',
  filterLabel: 'Phone number or e-mail',
  filterButton: 'Show',
  filterAll: 'All messages',
  inboxEmpty: 'No messages yet',
  inboxEmptyText: 'Ask for a code in the wallet: it will appear here by itself.',
  inboxEmptyFor: 'Nothing was sent there',
  codeLabel: 'Code',

  payTitle: 'Payment',
  payTo: 'Merchant',
  payAmount: 'To pay',
  paidAmount: 'Amount',
  payOrder: 'Order',
  payLead: 'This payment is not real: choose how it ends.',
  payButton: 'Pay',
  declineButton: 'Decline',
  leaveLink: 'Leave it open and go back',
  payLife: 'Left open, the payment waits for 24 hours and is then cancelled.',
  completeTitle: 'Payment complete',
  completeText: 'The wallet is being told. You can go back.',
  declinedTitle: 'Payment declined',
  declinedText: 'No money was taken. This cannot be changed: start a new top-up.',
  expiredTitle: 'This payment has run out',
  expiredText: 'Nobody paid it within 24 hours. Start a new top-up.',
  conflictText: 'This payment has ended otherwise already.',
  backLink: 'Back to the wallet',
  cardHolder: 'SANDBOX',

  checkTitle: 'Identity check',
  checkPerson: 'Who is checked',
  checkFor: 'For',
  checkReference: 'Check',
  checkLead: 'This check is not real: no documents are needed, choose how it ends.',
  approveButton: 'Approve',
  abortButton: 'Abort',
  checkLeaveLink: 'Leave it open and go back',
  checkLife: 'Left open, the check waits for 24 hours and is then aborted.',
  approvedTitle: 'Identity confirmed',
  approvedText: 'The wallet is being told. You can go back.',
  abortedTitle: 'Check aborted',
  abortedText: 'This cannot be changed: start a new check in the wallet.',
  checkExpiredTitle: 'This check has run out',
  checkExpiredText: 'Nobody finished it within 24 hours. Start a new one in the wallet.',
  checkConflictText: 'This check has ended otherwise already.',

  indexLead:
    'The wallet is real, its partners are not. The sandbox plays the text message operator, the payment system, the payout system, the identity check and the source of rates, so that you can walk every path without a card, a phone or money.',
  smsTitle: 'Text messages and e-mail',
  smsText:
    'Codes for sign-in and sign-up go to the inbox, not to a phone; so do e-mails. Any number will do, and any address but nobody@, which has no mailbox.',
  smsScript: 'For scripts: the latest messages to a number, newest first; code is the first four digits in a row.',
  emailScript: 'E-mails to an address, likewise; code is the first six digits in a row.',
  paymentsTitle: 'Top-up',
  paymentsText:
    'The wallet sends you to a payment page. There you pay, decline, or leave the payment open, and the wallet goes on waiting.',
  paymentsScript:
    'For scripts: the same choice in one command; ORDER is the order from the wallet’s answer, decline works in place of pay.',
  payoutsTitle: 'Withdrawal',
  payoutsText:
    'The last four characters of the card or USDC address decide how a payout ends. You can copy the numbers below. Card numbers are typed into a field of the sandbox’s own origin: the wallet gets a token only.',
  ending: 'Ending',
  outcome: 'What happens',
  sample: 'Sample card and address',
  declined: 'Declined at once',
  refused: 'Request not accepted',
  slowPaid: 'No answer, paid after 10 seconds',
  slowDeclined: 'No answer, declined after 10 seconds',
  otherEnding: 'any other',
  paid: 'Paid at once',
  identityTitle: 'Identification',
  identityText:
    'The wallet sends you to a page where your identity is checked. There you approve the check, abort it, or leave it open.',
  identityScript:
    'For scripts: the same choice in one command; CHECK is the end of the address in verification_url, abort works in place of approve.',
  cardNumber: 'Card number',
  cardShort: 'A card number has 16 digits',
  cardWrong: 'There is a mistake in this card number. Check the digits',
  cardKept: 'Card number accepted',
  cardUnavailable: 'Couldn’t take the card number. It is still here: try again',
  cardExpired: 'This form has run out. Reload it',
  cardAgain: 'Try again',

  ratesTitle: 'Rates',
  ratesText:
    'RUB, USD, EUR, GBP, IDR and USDC, every way, and the price of each in ten more currencies. The rates move every 30 seconds, by no more than 0.3%.',
  apiTitle: 'How the wallet sees it',
  apiText:
    'The wallet talks to the sandbox over HTTP only, as to another company: with a key and signed notices. A notice is repeated with growing pauses until the wallet takes it, and survives a restart.',
  apiAuth: 'Every call needs a header with the key, which only the wallet knows',
  apiSignature: 'The signature of a notice',
  callTitle: 'Call',
  callUse: 'Purpose',
  callSms: 'send a text message',
  callEmail: 'send an e-mail',
  callPaymentOpen: 'open a payment',
  callPaymentFind: 'ask about a payment',
  callToken: 'keep a card or address, get a token',
  callCardField: 'open a card field for a person',
  callTypedCard: 'ask what card a token stands for',
  callPayoutOpen: 'pay out',
  callPayoutFind: 'ask about a payout',
  callRates: 'rates',
  callCheckOpen: 'open an identity check',
  callCheckFind: 'ask about an identity check',
  openInbox: 'Open the inbox',
}

/** Every text of the pages, by language. */
export const WORDS: Readonly<Record<Language, Readonly<Record<keyof typeof ru, string>>>> = { ru, en }

/** Chooses the language of a page: `?lang=`, else the browser's first supported language, else Russian. */
export function chooseLanguage(unchecked: unknown, acceptLanguage: string | undefined): Language {
  if (unchecked === 'ru' || unchecked === 'en') return unchecked
  const wishes = (acceptLanguage ?? '')
    .split(',')
    .map((wish) => /^\s*([a-z]{2})[a-z-]*\s*(?:;\s*q\s*=\s*([0-9.]+))?/i.exec(wish))
    .flatMap((match) => (match ? [{ language: match[1]?.toLowerCase(), weight: Number(match[2] ?? 1) }] : []))
    .sort((left, right) => right.weight - left.weight)
  for (const { language, weight } of wishes) {
    if ((language === 'ru' || language === 'en') && weight > 0) return language
  }
  return 'ru'
}

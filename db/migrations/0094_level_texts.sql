-- What a level is called, and how one comes to it, by language: a language more is no column more. The columns of before stay as long as a
-- process of the version before may be at work, and follow.
alter table level
  add column name jsonb,
  add column howto jsonb;

create function level_texts_follow() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.name = coalesce(new.name, jsonb_build_object('ru', new.name_ru, 'en', new.name_en));
    new.howto = coalesce(new.howto, case when new.howto_ru is not null then jsonb_build_object('ru', new.howto_ru, 'en', new.howto_en) end);
  else
    if new.name is not distinct from old.name and (new.name_ru, new.name_en) is distinct from (old.name_ru, old.name_en) then
      new.name = new.name || jsonb_build_object('ru', new.name_ru, 'en', new.name_en);
    end if;
    if new.howto is not distinct from old.howto and (new.howto_ru, new.howto_en) is distinct from (old.howto_ru, old.howto_en) then
      new.howto = case when new.howto_ru is not null
        then coalesce(new.howto, '{}') || jsonb_build_object('ru', new.howto_ru, 'en', new.howto_en) end;
    end if;
  end if;
  new.name_ru = coalesce(new.name ->> 'ru', new.name_ru);
  new.name_en = coalesce(new.name ->> 'en', new.name_en);
  new.howto_ru = new.howto ->> 'ru';
  new.howto_en = new.howto ->> 'en';
  return new;
end
$$;

update level set name = jsonb_build_object('ru', name_ru, 'en', name_en),
  howto = case when howto_ru is not null then jsonb_build_object('ru', howto_ru, 'en', howto_en) end;

create trigger level_texts before insert or update on level for each row execute function level_texts_follow();

alter table level
  alter column name set not null,
  alter column name_ru drop not null,
  alter column name_en drop not null;

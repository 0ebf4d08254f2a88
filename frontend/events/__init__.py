"""What the pages of events show, made from an event's state: no request and no template in here."""
